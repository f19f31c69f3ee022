// The WebSocket of these tests' packages, for tests beside this folder.
export { default as WebSocket } from 'ws';

// Exports the package `ws` of tests/e2e to tests in other folders.
export { default as WebSocket } from 'ws';

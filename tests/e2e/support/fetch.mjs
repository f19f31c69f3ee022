/** `fetch` over a connection of its own: one that is kept may be closed by the server while a test that computes keeps this process from hearing it. */
export const fetch = (url, { headers, ...how } = {}) => globalThis.fetch(url, { ...how, headers: { ...headers, connection: 'close' } });

/** Time in ms after which a test gives up what it waits for. It is so long that it decides nothing, also on a busy machine. */
export const patience = 120_000;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until it is so. \returns what it was told */
export async function until(look, what) {
    for (const begun = performance.now(); ; ) {
        const found = await look();
        if (found) return found;
        if (performance.now() - begun > patience) throw new Error(`not within ${patience / 1000} s: ${typeof what === 'function' ? what() : what}`);
        await pause(20);
    }
}

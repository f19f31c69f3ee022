// A server whose memory runs out when a test says so; see oom.cpp.
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ALL_THREADS = 1;
const NEXT_ACCEPT = 2;

export class Memory {
    constructor() {
        this.folder = mkdtempSync(join(tmpdir(), "tefuda-oom-"));
        this.shim = join(this.folder, "oom.so");
        execFileSync("c++", [
            "-std=c++17",
            "-O1",
            "-shared",
            "-fPIC",
            "-o",
            this.shim,
            fileURLToPath(new URL("oom.cpp", import.meta.url)),
            "-ldl",
        ]);
        this.control = join(this.folder, "control");
        writeFileSync(this.control, Buffer.alloc(16));
        this.file = openSync(this.control, "r+");
    }

    /** For Server.startBy. */
    command() {
        return ["env", `OOM_CONTROL=${this.control}`, `LD_PRELOAD=${this.shim}`];
    }

    #write(...numbers) {
        writeSync(this.file, Buffer.from(Int32Array.from(numbers).buffer), 0, numbers.length * 4, 0);
    }

    /** The n-th allocation from now fails, whichever thread makes it, and so many after it. */
    failAnywhere(n, times = 1) {
        this.#write(0, n - 1, times, 0);
        this.#write(ALL_THREADS);
    }

    /** The n-th allocation fails that the thread makes that accepts the next connection. */
    failAfterAccept(n) {
        this.#write(0, n - 1, 1, 0);
        this.#write(NEXT_ACCEPT);
    }

    /** Nothing fails any more. Returns how many allocations have failed since one of the above. */
    letGo() {
        this.#write(0);
        const numbers = new Int32Array(4);
        readSync(this.file, new Uint8Array(numbers.buffer), 0, 16, 0);
        return numbers[3];
    }

    close() {
        closeSync(this.file);
        rmSync(this.folder, { recursive: true });
    }
}

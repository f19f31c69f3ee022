import type { Plugin } from "vite";
/** \param source the service worker without its list of files */
export function app(source: string): Plugin;

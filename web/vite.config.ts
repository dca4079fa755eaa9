import { defineConfig } from "vite";

const server = process.env.WARHOST_SERVER ?? "http://127.0.0.1:8190";

export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/warhost/web/static",
    emptyOutDir: true,
    target: "es2022",
    assetsDir: "assets",
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
});

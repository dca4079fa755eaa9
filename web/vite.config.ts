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
    // Shapes and colours are shared with the reports, which have them.
    fs: { allow: [".", "../src/warhost/report/look"] },
    // The server lets in what comes from the page by whose name it was called, so that name is passed on.
    proxy: { "/api": { target: server, changeOrigin: false }, "/ws": { target: server, ws: true } },
  },
});

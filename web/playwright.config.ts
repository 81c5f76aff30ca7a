import { tmpdir } from "node:os";

import { defineConfig } from "@playwright/test";

import { chromiumPath } from "./dev/chromium.mjs";

const port = Number(process.env["CAIRN_TEST_PORT"] ?? 8797);
const database = `${tmpdir()}/cairn-test-${port}.db`;
const python = process.env["PYTHON"] ?? "../.venv/bin/python";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  timeout: 240_000,
  retries: process.env["CI"] ? 2 : 1,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: chromiumPath(), args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])] },
    screenshot: "only-on-failure",
  },
  webServer: {
    command: `rm -f ${database}* && ${python} -m cairn serve --port ${port} --database sqlite+aiosqlite:///${database}`,
    url: `http://127.0.0.1:${port}/healthz`,
    env: { CAIRN_LIMITS: "false", CAIRN_LOG_LEVEL: "warning", PYTHONPATH: process.env["PYTHONPATH"] ?? "" },
    timeout: 60_000,
    reuseExistingServer: false,
  },
});

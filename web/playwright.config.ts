import { tmpdir } from "node:os";
import { delimiter } from "node:path";

import { defineConfig } from "@playwright/test";

import { chromiumPath } from "./dev/chromium.mjs";

const port = Number(process.env["CAIRN_TEST_PORT"] ?? 8797);
const python = process.env["PYTHON"] ?? "../.venv/bin/python";
/** Where games in packages of their own are installed for the second server, one port further. */
const others = `${tmpdir()}/cairn-test-${port}-games`;

function server(at: number, before: string, games: string) {
  const database = `${tmpdir()}/cairn-test-${at}.db`;
  const path = [games, process.env["PYTHONPATH"] ?? ""].filter((part) => part !== "").join(delimiter);
  return {
    command: `rm -f ${database}* ${before} && PYTHONPATH=${path} ${python} -m cairn serve --port ${at} --database sqlite+aiosqlite:///${database}`,
    url: `http://127.0.0.1:${at}/healthz`,
    env: { CAIRN_LIMITS: "false", CAIRN_BOTS_ALONE_PACE: "0", CAIRN_LOG_LEVEL: "warning" },
    timeout: 120_000,
    reuseExistingServer: false,
  };
}

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  timeout: 240_000,
  retries: 0,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: chromiumPath(), args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])] },
    screenshot: "only-on-failure",
  },
  webServer: [server(port, "", ""), server(port + 1, `&& ${python} ../tools/other_games.py ${others}`, `${others}/games`)],
});

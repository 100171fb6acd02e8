/** `node guard.ts <command> [...args]` runs a program and ends it, gently first, when this process's stdin ends. */
import { spawn } from "node:child_process";

const KILL_AFTER_MS = 8_000;

const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error("guard.ts needs a command");

const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });

const stop = (): void => {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS).unref();
};

child.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));

process.stdin.on("end", stop);
process.stdin.on("error", stop);
process.stdin.resume();
process.on("SIGTERM", stop);
process.on("SIGINT", stop);

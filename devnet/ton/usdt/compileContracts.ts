import { readFileSync } from "node:fs";
import { runTolkCompiler } from "@ton/tolk-js";

/** Compiles the contracts beside this file to bags of cells in base64. */
export async function compileContracts(): Promise<{ readonly master: string; readonly wallet: string }> {
  return { master: await compile("master.tolk"), wallet: await compile("wallet.tolk") };
}

async function compile(name: string): Promise<string> {
  const result = await runTolkCompiler({
    entrypointFileName: name,
    fsReadCallback: (file) => readFileSync(new URL(file, import.meta.url), "utf8"),
  });
  if (result.status === "error") throw new Error(`${name} does not compile: ${result.message}`);
  return result.codeBoc64;
}

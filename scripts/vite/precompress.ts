import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** The server packs the app's page itself, since it writes into it. */
const PACKED = /\.(?:js|css|svg|json)$|^verify\.html$/;
/** A file that fits into one packet arrives no sooner when compressed. */
const LEAST_BYTES = 1_400;

/** Writes a `.br` and a `.gz` beside every text file of the build, which the server sends as they are. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: async () => {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter((file) => PACKED.test(file)).map((file) => packFile(join(folder, file))));
    },
  };
}

async function packFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

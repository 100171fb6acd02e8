/** Writes the official list of TON's wallets, as it is today, to the file that the server offers people. */
import { writeFile } from "node:fs/promises";
import { TON_CONNECT_LIST_FILE } from "#server/chains/ton/settings.ts";
import { readOfficialList } from "./wallets/readOfficialList.ts";

const HOSTS = {
  api: "https://api.github.com",
  files: "https://raw.githubusercontent.com",
  pages: "https://github.com",
};

const list = await readOfficialList(HOSTS, new Date());
await writeFile(TON_CONNECT_LIST_FILE, `${JSON.stringify(list, null, 2)}\n`);
console.log(`${list.wallets.length} wallets from ${list.source}`);

import { isTonConnectWallet, type TonConnectList } from "#server/chains/ton/settings.ts";

const REPOSITORY = "ton-connect/wallets-list";
const FILE = "wallets-v2.json";

export interface ListHosts {
  /** Of GitHub's API. */
  api: string;
  /** Of the files of repositories. */
  files: string;
  /** Of its pages, for people. */
  pages: string;
}

/** Reads the official list of TON's wallets at its newest commit. Throws where that is no list of wallets. */
export async function readOfficialList(hosts: ListHosts, now: Date): Promise<TonConnectList> {
  const commits = await readJson(`${hosts.api}/repos/${REPOSITORY}/commits?path=${FILE}&per_page=1`);
  const [newest] = Array.isArray(commits) ? (commits as unknown[]) : [];
  const commit = typeof newest === "object" && newest !== null && "sha" in newest ? newest.sha : null;
  if (typeof commit !== "string" || !/^[0-9a-f]{40}$/.test(commit)) throw new Error("the list has no commit");
  const wallets = await readJson(`${hosts.files}/${REPOSITORY}/${commit}/${FILE}`);
  if (!Array.isArray(wallets) || wallets.length === 0 || !wallets.every(isTonConnectWallet)) {
    throw new Error("the file is no list of wallets");
  }
  const source = `${hosts.pages}/${REPOSITORY}/blob/${commit}/${FILE}`;
  return { source, readOn: now.toISOString().slice(0, 10), wallets };
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${new URL(url).pathname} answers ${response.status}`);
  return response.json();
}

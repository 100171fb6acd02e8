import { createDrafts } from "./drafts.ts";

/** What wallets were asked to pay, each by the id of what was to be paid. */
export interface KeptAttempts {
  /** What is known of the newest attempt of each id. */
  read: () => ReadonlyMap<string, string>;
  /** Keeps that a wallet is asked, with what is to be told of it while nobody knows its end. */
  ask: (id: string, text: string) => void;
  /**
   * Forgets what this page asked for, or all of the id where it waits for no wallet. Nothing else: a refusal ends no
   * attempt of another tab, nor an earlier one.
   * @param answer what stays in its place
   */
  end: (id: string, answer?: string) => void;
}

const KEY = "attempts";

/** Attempts stay after their orders end, so only the newest are kept. */
const MAX_ATTEMPTS = 20;

const ATTEMPT = /^[\w-]{1,64}=[\w.-]{0,128}$/u;

/** One for each owner, for the whole page: it also holds what the storage refuses. */
const known = new Map<string, KeptAttempts>();

/**
 * What wallets were asked for without a known end. It outlives the tab, since a wallet may take the place of the app,
 * which then begins anew, and the session.
 * @param owner whose it stays while another person logs in in another tab
 */
export function openWalletAttempts(owner: string): KeptAttempts {
  const attempts = known.get(owner) ?? createAttempts(owner);
  known.set(owner, attempts);
  return attempts;
}

/** No two people have an order of the same id, so one list keeps the attempts of all: a payment code names nobody. */
export function openOrderAttempts(): KeptAttempts {
  return openWalletAttempts("orders");
}

function createAttempts(owner: string): KeptAttempts {
  const drafts = createDrafts({ storage: localStorage, getUserId: () => owner });
  /** By id: what this page asked for and no wallet has answered. */
  const asked = new Map<string, string>();
  const list = () => (drafts.read(KEY) ?? "").split(" ").filter((attempt) => ATTEMPT.test(attempt));
  const keep = (attempts: readonly string[]) => drafts.write(KEY, attempts.slice(-MAX_ATTEMPTS).join(" "));
  return {
    read: () => new Map(list().map((attempt) => attempt.split("=") as [id: string, text: string])),
    ask: (id, text) => {
      const attempt = `${id}=${text}`;
      asked.set(id, attempt);
      keep([...list(), attempt]);
    },
    end: (id, answer) => {
      const own = asked.get(id);
      asked.delete(id);
      const others = list().filter((attempt, index, kept) =>
        own === undefined ? !attempt.startsWith(`${id}=`) : index !== kept.indexOf(own),
      );
      keep(answer === undefined ? others : [...others, `${id}=${answer}`]);
    },
  };
}

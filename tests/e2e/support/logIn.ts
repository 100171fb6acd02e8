import type { Stack } from "#devnet/startStack.ts";

/** The server as the app of a logged-in person asks it, without a page. Both reject with what the server says. */
export interface ApiUser {
  post<Data>(path: string, body: object): Promise<Data>;
  get<Data>(path: string, query?: Readonly<Record<string, string>>): Promise<Data>;
}

interface Answer<Data> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

/** Logs a person of the local messenger in, as the app does. `launch`: `startParam`, `ageSeconds`. */
export async function logIn(
  { url, info }: Pick<Stack, "url" | "info">,
  n: number,
  launch: Readonly<Record<string, string>> = {},
): Promise<ApiUser> {
  const launched = await fetch(
    `${info.telegram.hostUrl}launch?${new URLSearchParams({ person: String(n), ...launch })}`,
  );
  const { initData } = (await launched.json()) as { initData: string };
  const ask = async <Data>(path: string, init: RequestInit): Promise<Data> => {
    const response = await fetch(`${url}/api/v1/${path}`, init);
    const { code, msg, data } = (await response.json()) as Answer<Data>;
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  };
  const toBody = (body: object, headers: Readonly<Record<string, string>>): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const { token } = await ask<{ token: string }>("telegram/auth", toBody({ initData }, {}));
  const headers = { authorization: `Bearer ${token}` };
  return {
    post: (path, body) => ask(path, toBody(body, { ...headers, "idempotency-key": crypto.randomUUID() })),
    get: (path, query = {}) => ask(`${path}?${new URLSearchParams(query)}`, { headers }),
  };
}

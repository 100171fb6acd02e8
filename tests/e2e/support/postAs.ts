import { findAppFrame } from "./person.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

interface Answer<Data> {
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
}

/** Calls of the server as the open app of a person makes them, for what another story presses step by step. */
export async function postAs(
  { stack }: World,
  person: Person,
): Promise<<Data>(path: string, body: object) => Promise<Data>> {
  const token = await (await findAppFrame(person)).evaluate(() => localStorage.getItem("auht_token"));
  return async <Data>(path: string, body: object): Promise<Data> => {
    const response = await fetch(`${stack.url}/api/v1/${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const { code, msg, data } = (await response.json()) as Answer<Data>;
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
    return data;
  };
}

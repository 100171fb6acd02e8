import type { Stack } from "#devnet/startStack.ts";

/** Has a person do something in the local messenger, without a page. Resolves with what the messenger answers, or rejects with what it says. */
export async function act(stack: Pick<Stack, "url">, name: string, n: number, input: object): Promise<unknown> {
  const response = await fetch(`${stack.url}/devnet/telegram/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ person: n, ...input }),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return await response.json();
}

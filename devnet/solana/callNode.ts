/** The result of one JSON-RPC call without parameters. */
export async function callNode(rpcUrl: string, method: string): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [] }),
  });
  const { result } = (await response.json()) as { result?: unknown };
  return result;
}

import http from "node:http";

/** What a claim call answered. */
export interface ClaimReply {
  status: number;
  error: string | null;
  claimId: string | null;
  amount: string | null;
  alreadyClaimed: boolean | null;
}

interface ClaimRequest {
  url: string;
  token: string;
  envelopeId: string;
  passphrase: string;
}

/** Sockets are kept and shared, as a proxy in front of the server does. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });

/** One claim call; rejects when the connection fails before a whole answer arrived. */
export async function claimOverHttp({ url, token, envelopeId, passphrase }: ClaimRequest): Promise<ClaimReply> {
  const body = JSON.stringify({ envelopeId, passphrase });
  const { status, text } = await post(`${url}/api/v1/redpackage/acceptRedEnvelope`, token, body);
  return readReply(status, text);
}

function post(url: string, token: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const request = http.request(url, { method: "POST", agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    request.on("error", reject);
    request.end(body);
  });
}

function readReply(status: number, text: string): ClaimReply {
  const body = JSON.parse(text) as {
    error?: string;
    data: { claim: { claimId: string; amount: string }; alreadyClaimed: boolean } | null;
  };
  return {
    status,
    error: body.error ?? null,
    claimId: body.data?.claim.claimId ?? null,
    amount: body.data?.claim.amount ?? null,
    alreadyClaimed: body.data?.alreadyClaimed ?? null,
  };
}

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
export function claimOverHttp({ url, token, envelopeId, passphrase }: ClaimRequest): Promise<ClaimReply> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${url}/api/v1/redpackage/acceptRedEnvelope`,
      {
        method: "POST",
        agent,
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("aborted", () => reject(new Error("the answer was cut off")));
        response.on("end", () => {
          try {
            resolve(readReply(response.statusCode ?? 0, Buffer.concat(parts).toString()));
          } catch (error) {
            reject(error instanceof Error ? error : new Error("no answer"));
          }
        });
      },
    );
    request.on("error", reject);
    request.end(JSON.stringify({ envelopeId, passphrase }));
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

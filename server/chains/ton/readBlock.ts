import { type Call, MASTERCHAIN } from "./pool.ts";
import { readHash } from "./nodeValues.ts";
import { readRecord, readTime, readWhole } from "../nodeAnswers.ts";

/** A masterchain block. */
export interface Header {
  seqno: number;
  /** In hex. */
  hash: string;
  time: Date;
}

/** The newest block of an endpoint: its number, and its hash in hex. */
export async function readHead(call: Call): Promise<Omit<Header, "time">> {
  const { last } = readRecord(await call("getMasterchainInfo", {}));
  const id = readRecord(last);
  return { seqno: readWhole(id["seqno"]), hash: readHash(id["root_hash"]) };
}

/** Throws if the endpoint does not have the block. */
export async function readHeader(call: Call, seqno: number): Promise<Header> {
  const header = readRecord(await call("getBlockHeader", { ...MASTERCHAIN, seqno }));
  const id = readRecord(header["id"]);
  if (readWhole(id["seqno"]) !== seqno) throw new Error("the node answered another block");
  return { seqno, hash: readHash(id["root_hash"]), time: readTime(header["gen_utime"]) };
}

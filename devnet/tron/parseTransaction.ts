import { createHash } from "node:crypto";
import { utils } from "tronweb";
import { TronRefusal } from "./tronRefusal.ts";

const RAW_DATA_TAG_BYTES = 1;
const SIGNATURE_BYTES = 67;
/** What a node adds to the size of each transaction for its result. */
const RESULT_BYTES = 64;

interface Contract {
  readonly parameter: { readonly value: Readonly<Record<string, unknown>>; readonly type_url: string };
  readonly type: string;
  /** Of the account's permissions, the one by which it is signed; left out for the owner's. */
  readonly Permission_id?: number;
}

/** The signed part, as the API writes it. */
export interface RawData {
  readonly contract: readonly Contract[];
  readonly ref_block_bytes: string;
  readonly ref_block_hash: string;
  readonly expiration: number;
  readonly timestamp?: number;
  readonly data?: string;
  readonly fee_limit?: number;
}

/** A transaction as it is sent. */
export interface TronTransaction {
  readonly txId: string;
  readonly rawHex: string;
  readonly rawData: RawData;
  readonly type: string;
  readonly permissionId: number;
  /** What the contract says, with addresses in hex. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly signatures: readonly string[];
  /** What counts against bandwidth. */
  readonly sizeBytes: number;
}

/** Message classes of tronweb, which it leaves in the global scope. */
interface Messages {
  readonly Transaction: {
    deserializeBinary(bytes: Uint8Array): {
      getRawData(): { serializeBinary(): Uint8Array; getContractList(): { getType(): number }[] } | undefined;
      getSignatureList_asU8(): Uint8Array[];
    };
  };
}

/** Parses a transaction in the API's JSON. What is signed is written anew from `raw_data`, as a node does it. */
export function parseTransaction(json: Readonly<Record<string, unknown>>): TronTransaction {
  const { raw_data: raw, signature = [] } = json as { raw_data?: RawData; signature?: string[] };
  const type = raw?.contract?.[0]?.type;
  if (raw === undefined || type === undefined || raw.contract.length !== 1) {
    throw new TronRefusal("OTHER_ERROR", "the transaction holds not exactly one contract");
  }
  return createTransaction(type, serialize(json), signature);
}

/** Parses a whole transaction in hex. */
export function parseHexTransaction(hex: string): TronTransaction {
  const { Transaction } = readMessages();
  const parsed = orRefuse(() => Transaction.deserializeBinary(Uint8Array.from(Buffer.from(hex, "hex"))));
  const raw = parsed.getRawData();
  const [contract, ...others] = raw?.getContractList() ?? [];
  const type = Object.entries(CONTRACT_TYPES).find(([, number]) => number === contract?.getType())?.[0];
  if (raw === undefined || type === undefined || others.length > 0) {
    throw new TronRefusal("OTHER_ERROR", "the transaction holds not exactly one contract that this node knows");
  }
  const signatures = parsed.getSignatureList_asU8().map((bytes) => Buffer.from(bytes).toString("hex"));
  return createTransaction(type, Buffer.from(raw.serializeBinary()).toString("hex"), signatures);
}

/** Numbers of the contracts that this node knows. */
export const CONTRACT_TYPES: Readonly<Record<string, number>> = {
  TransferContract: 1,
  TransferAssetContract: 2,
  TriggerSmartContract: 31,
  AccountPermissionUpdateContract: 46,
};

function createTransaction(type: string, rawHex: string, signatures: readonly string[]): TronTransaction {
  if (!Object.hasOwn(CONTRACT_TYPES, type)) {
    throw new TronRefusal("CONTRACT_VALIDATE_ERROR", `Contract validate error : this node does not model ${type}`);
  }
  const parsed = orRefuse(() => utils.deserializeTx.deserializeTransaction(type, rawHex) as RawData);
  const [contract] = parsed.contract;
  if (contract === undefined) throw new Error("a parsed transaction has its contract");
  const value = lowerHex(contract.parameter.value) as Readonly<Record<string, unknown>>;
  const permissionId = contract.Permission_id ?? 0;
  const named = permissionId === 0 ? {} : { Permission_id: permissionId };
  const { data = "", fee_limit: feeLimit = 0 } = parsed;
  const rawData: RawData = {
    contract: [{ parameter: { value, type_url: contract.parameter.type_url }, type, ...named }],
    ref_block_bytes: parsed.ref_block_bytes.toLowerCase(),
    ref_block_hash: parsed.ref_block_hash.toLowerCase(),
    expiration: parsed.expiration,
    ...(data === "" ? {} : { data: data.toLowerCase() }),
    ...(feeLimit === 0 ? {} : { fee_limit: feeLimit }),
    ...(parsed.timestamp === undefined ? {} : { timestamp: parsed.timestamp }),
  };
  const bytes = Buffer.from(rawHex, "hex");
  const lengthBytes = bytes.length < 128 ? 1 : 2;
  return {
    txId: createHash("sha256").update(bytes).digest("hex"),
    rawHex,
    rawData,
    type,
    permissionId,
    value,
    signatures,
    sizeBytes: bytes.length + lengthBytes + RAW_DATA_TAG_BYTES + signatures.length * SIGNATURE_BYTES + RESULT_BYTES,
  };
}

/** What is signed, in hex. */
function serialize(json: Readonly<Record<string, unknown>>): string {
  return orRefuse(() =>
    utils.transaction.txPbToRawDataHex(utils.transaction.txJsonToPb({ ...json, visible: false })).toLowerCase(),
  );
}

/** The id and the bytes of a transaction that is not signed yet. */
export function formatUnsigned(rawData: RawData): Record<string, unknown> {
  const rawHex = serialize({ raw_data: rawData });
  const txID = createHash("sha256").update(Buffer.from(rawHex, "hex")).digest("hex");
  return { visible: false, txID, raw_data: rawData, raw_data_hex: rawHex };
}

/** The address in hex whose key made the signature, or null. */
export function recoverSigner(txId: string, signature: string): string | null {
  try {
    return utils.crypto.ecRecover(txId, signature).toLowerCase();
  } catch {
    return null;
  }
}

function readMessages(): Messages {
  const messages = (globalThis as { TronWebProto?: Messages }).TronWebProto;
  if (messages === undefined) throw new Error("tronweb defines its messages");
  return messages;
}

/** The texts of contracts are hex, but for the names of permissions and their types. */
function lowerHex(value: unknown): unknown {
  if (typeof value === "string") return /^[0-9A-F]*$/.test(value) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map(lowerHex);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, lowerHex(item)]));
}

function orRefuse<T>(parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new TronRefusal("OTHER_ERROR", "the transaction cannot be parsed");
  }
}

import { TronWeb } from "tronweb";
import { CONTRACT_TYPES, recoverSigner } from "./parseTransaction.ts";
import type { TronTransaction } from "./parseTransaction.ts";
import { TronRefusal } from "./tronRefusal.ts";

/** Numbers of 64 bits are digits, as JSON holds no such numbers. */
export interface TronPermission {
  readonly type: number;
  readonly id: number;
  readonly name: string;
  readonly threshold: string;
  /** Which types of contracts it may sign, a bit for each, in hex. Empty for an owner, who may sign all. */
  readonly operations: string;
  readonly keys: readonly { readonly address: string; readonly weight: string }[];
}

/** Whose signatures an account needs. */
export interface TronPermissions {
  readonly owner: TronPermission;
  readonly actives: readonly TronPermission[];
}

const [OWNER, ACTIVE] = [0, 2];
const FIRST_ACTIVE_ID = 2;
const MOST_KEYS = 5;
const MOST_ACTIVES = 8;
const MOST_NAME = 32;
const OPERATIONS_BYTES = 32;
const MOST_WEIGHT = 2n ** 63n - 1n;
/** Contracts that a permission may name, and those that a new account's own key may sign as an active one. */
const AVAILABLE = "7fff1fc0037e".padEnd(64, "0");
const DEFAULT_OPERATIONS = "7fff1fc0033e".padEnd(64, "0");

/** An account's own key alone, as of each new account. */
export function createPermissions(address: string): TronPermissions {
  const keys = [{ address, weight: "1" }];
  const owner = { type: OWNER, id: 0, name: "owner", threshold: "1", operations: "", keys };
  return {
    owner,
    actives: [{ ...owner, type: ACTIVE, id: FIRST_ACTIVE_ID, name: "active", operations: DEFAULT_OPERATIONS }],
  };
}

/** What an AccountPermissionUpdateContract asks for. Throws the reason why a node does not take it. */
export function readPermissionUpdate({ rawHex }: Pick<TronTransaction, "rawHex">): TronPermissions {
  let value: Uint8Array = Buffer.from(rawHex, "hex");
  for (const field of [11, 2, 2]) value = readBytes(readFields(value), field);
  const fields = readFields(value);
  const [owner] = readMessages(fields, 2).map(readPermission);
  const actives = readMessages(fields, 4).map(readPermission);
  if (owner === undefined) refuse("owner permission is missed");
  if (fields.has(3)) refuse("account isn't witness can't set witness permission");
  if (actives.length === 0) refuse("active permission is missed");
  if (actives.length > MOST_ACTIVES) refuse("active permission is too many");
  if (owner.type !== OWNER) refuse("owner permission type is error");
  if (actives.some(({ type }) => type !== ACTIVE)) refuse("active permission type is error");
  return { owner, actives: actives.map((active, place) => Object.assign(active, { id: FIRST_ACTIVE_ID + place })) };
}

function readPermission(bytes: Uint8Array): TronPermission {
  const fields = readFields(bytes);
  if (readNumber(fields, 5) !== 0n) refuse("permission's parent should be owner");
  const permission = {
    type: Number(readNumber(fields, 1)),
    id: Number(readNumber(fields, 2)),
    name: Buffer.from(readBytes(fields, 3)).toString("utf8"),
    threshold: String(readNumber(fields, 4)),
    operations: Buffer.from(readBytes(fields, 6)).toString("hex"),
    keys: readMessages(fields, 7).map((key) => {
      const parts = readFields(key);
      return { address: Buffer.from(readBytes(parts, 1)).toString("hex"), weight: String(readNumber(parts, 2)) };
    }),
  };
  checkPermission(permission);
  return permission;
}

function checkPermission({ type, name, threshold, operations, keys }: TronPermission): void {
  if (keys.length > MOST_KEYS) refuse(`number of keys in permission should not be greater than ${MOST_KEYS}`);
  if (keys.length === 0) refuse("key's count should be greater than 0");
  if (BigInt(threshold) <= 0n) refuse("permission's threshold should be greater than 0");
  if (name.length > MOST_NAME) refuse("permission's name is too long");
  if (new Set(keys.map(({ address }) => address)).size < keys.length)
    refuse("address should be distinct in permission");
  let sum = 0n;
  for (const { address, weight } of keys) {
    if (!/^41[0-9a-f]{40}$/.test(address)) refuse("key is not a validate address");
    if (BigInt(weight) <= 0n) refuse("key's weight should be greater than 0");
    sum += BigInt(weight);
    if (sum > MOST_WEIGHT) refuse("long overflow");
  }
  if (sum < BigInt(threshold)) refuse("sum of all key's weight should not be less than threshold in permission");
  if (type !== ACTIVE && operations !== "") refuse("permission needn't operations");
  if (type !== ACTIVE) return;
  if (operations.length !== 2 * OPERATIONS_BYTES) refuse("operations size must 32");
  const unknown = Array.from({ length: 8 * OPERATIONS_BYTES }).findIndex(
    (_, id) => isAllowed(operations, id) && !isAllowed(AVAILABLE, id),
  );
  if (unknown >= 0) refuse(`${unknown} isn't a validate ContractType`);
}

function isAllowed(operations: string, contractType: number): boolean {
  const byte = Number.parseInt(operations.slice(2 * (contractType >> 3), 2 * (contractType >> 3) + 2), 16);
  return (byte & (1 << (contractType % 8))) !== 0;
}

function refuse(reason: string): never {
  const text = `Contract validate error : Validate AccountPermissionUpdateContract error, ${reason}`;
  throw new TronRefusal("CONTRACT_VALIDATE_ERROR", text);
}

/** The permission that a transaction names, its signers, and their weight. Throws where it does not allow them. */
export function weighSignatures(transaction: TronTransaction, { owner, actives }: TronPermissions) {
  const { txId, signatures, permissionId, type } = transaction;
  const permission = permissionId === 0 ? owner : actives.find(({ id }) => id === permissionId);
  if (permission === undefined) refuseSignature("permission isn't exit");
  if (permissionId !== 0 && !isAllowed(permission.operations, CONTRACT_TYPES[type] ?? -1)) {
    refuseSignature("Permission denied");
  }
  if (signatures.length > permission.keys.length) {
    refuseSignature(
      `Signature count is ${signatures.length} more than key counts of permission : ${permission.keys.length}`,
    );
  }
  const approved: string[] = [];
  let weight = 0n;
  for (const signature of signatures) {
    const signer = recoverSigner(txId, signature);
    const key = permission.keys.find(({ address }) => address === signer);
    const name = signer === null ? "nobody" : TronWeb.address.fromHex(signer);
    if (key === undefined) refuseSignature(`${signature} is signed by ${name} but it is not contained of permission.`);
    if (approved.includes(key.address)) refuseSignature(`${name} has signed twice!`);
    approved.push(key.address);
    weight += BigInt(key.weight);
  }
  return { permission, approved, weight, isEnough: weight >= BigInt(permission.threshold) };
}

/** Throws unless those whom the account needs have signed. */
export function checkSignatures(transaction: TronTransaction, permissions: TronPermissions): void {
  if (transaction.signatures.length === 0) refuseSignature("miss sig or contract");
  if (transaction.signatures.length > MOST_KEYS) refuseSignature("too many signatures");
  if (!weighSignatures(transaction, permissions).isEnough) refuseSignature("sig error");
}

function refuseSignature(reason: string): never {
  throw new TronRefusal("SIGERROR", `Validate signature error: ${reason}`);
}

type Fields = ReadonlyMap<number, readonly (bigint | Uint8Array)[]>;

/** The fields of a message by their numbers; tronweb's classes round numbers of 64 bits. */
function readFields(message: Uint8Array): Fields {
  const fields = new Map<number, (bigint | Uint8Array)[]>();
  let offset = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[offset] ?? 0;
      offset += 1;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (offset < message.length) {
    const tag = Number(readVarint());
    const number = readVarint();
    const isBytes = tag % 8 === 2;
    const end = isBytes ? offset + Number(number) : offset;
    const value = isBytes ? message.subarray(offset, end) : number;
    offset = end;
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

function readMessages(fields: Fields, field: number): Uint8Array[] {
  return (fields.get(field) ?? []).filter((value) => value instanceof Uint8Array);
}

function readBytes(fields: Fields, field: number): Uint8Array {
  return readMessages(fields, field).at(-1) ?? new Uint8Array();
}

function readNumber(fields: Fields, field: number): bigint {
  const value = fields.get(field)?.at(-1);
  return typeof value === "bigint" ? BigInt.asIntN(64, value) : 0n;
}

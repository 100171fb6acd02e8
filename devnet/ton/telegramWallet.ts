import { beginCell, Cell, contractAddress } from "@ton/core";

/** Where the chain's configuration holds the code that all of Telegram's wallets share. */
export const SHARED_CODE_PARAMETER = -123;

/** The code of each of Telegram's wallets: it jumps to the shared code. */
const TRAMPOLINE = Cell.fromBase64("te6ccgEBAQEAGgAAMP8AIJgh10mDCLnyQN+Ahfgz0O0eIO1T2Q==");
/** The id of the first wallet on the test network. */
const WALLET_ID = 0x7fff_7ffd;

/**
 * Stands in for the shared code. It answers `get_public_key` and signs nothing: c4 PUSHCTR, CTOS, 72 PUSHINT,
 * SDSKIPFIRST, 256 PLDU.
 */
export const SHARED_CODE = beginCell().storeBuffer(Buffer.from("30ed44d08048d721d70bff", "hex")).endCell();

/** A wallet of Telegram as it is first: its address is made with this key. */
export function createTelegramWallet(anchorKey: Buffer) {
  const init = { code: TRAMPOLINE, data: writeTelegramData(anchorKey, 0) };
  return { init, address: contractAddress(0, init) };
}

/** What such a wallet stores: revision, number of the next message, its id, and the key that signs now. */
export function writeTelegramData(publicKey: Buffer, seqno: number): Cell {
  return beginCell().storeUint(0, 8).storeUint(seqno, 32).storeUint(WALLET_ID, 32).storeBuffer(publicKey).endCell();
}

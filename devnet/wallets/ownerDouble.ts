import { vi } from "vitest";
import type { WalletMemory, WalletPrompts } from "./ownedWallet.ts";

/** What a wallet remembers on its first day. */
export const FRESH_MEMORY: WalletMemory = { isLocked: false, isConnected: false, accountIndex: 0, mood: "usual" };

/** An owner who agrees to everything but what `answers` say. */
export function createOwner(answers: Partial<WalletPrompts>): WalletPrompts {
  return {
    connect: vi.fn<WalletPrompts["connect"]>().mockResolvedValue(0),
    unlock: vi.fn<WalletPrompts["unlock"]>().mockResolvedValue(true),
    sign: vi.fn<WalletPrompts["sign"]>().mockResolvedValue(true),
    send: vi.fn<WalletPrompts["send"]>().mockResolvedValue(true),
    switchNetwork: vi.fn<WalletPrompts["switchNetwork"]>().mockResolvedValue(true),
    addNetwork: vi.fn<WalletPrompts["addNetwork"]>().mockResolvedValue(true),
    ...answers,
  };
}

import {
  isWalletInfoCurrentlyEmbedded,
  isWalletInfoCurrentlyInjected,
  isWalletInfoRemote,
  type SendTransactionRequest,
  type Wallet,
  type WalletInfo,
} from "@tonconnect/ui-react";

import type { components } from "#contract/schema.d.ts";
import { isSameAddress } from "#domain/address/addressKey.ts";
import type { Failure } from "#machines/kit/failure.ts";
import type { ConnectionRequest } from "#machines/walletConnection/walletConnection.machine.ts";

import type { BrowserWallet } from "../browserWallet.ts";
import { rejectWallet } from "../rejectWallet.ts";
import { hashMessage } from "./hashMessage.ts";
import { openConnector, type TonConnector } from "./openConnector.ts";
import { readProof, toChainId, toConnectedAccount } from "./readConnected.ts";
import { toWalletFailure } from "./toWalletFailure.ts";
import { watchAccount } from "./watchAccount.ts";

/** A wallet's own browser offers only that wallet; elsewhere one is reached by its script in the page or by its link. */
function listReachable(wallets: readonly WalletInfo[]): readonly WalletInfo[] {
  const embedded = wallets.filter((wallet) => isWalletInfoCurrentlyEmbedded(wallet));
  if (embedded.length > 0) return embedded;
  return wallets.filter((wallet) => isWalletInfoCurrentlyInjected(wallet) || isWalletInfoRemote(wallet));
}

/** Wallets by TON Connect. Nothing here speaks to a node. */
export function createTonWallet(page: Window, appUrl: string): BrowserWallet {
  const open = (): TonConnector => openConnector(page, appUrl);

  async function findWallet(connectorId: string): Promise<WalletInfo> {
    const wallets = listReachable(await open().connector.getWallets());
    return wallets.find(({ appName }) => appName === connectorId) ?? rejectWallet("notInstalled");
  }

  /** Asks the wallet, and waits for its answer or until the person closes the window. */
  function ask(info: WalletInfo, message: string | null, signal: AbortSignal): Promise<Wallet> {
    const { connector, ui, followTheme } = open();
    const request = message === null ? undefined : { tonProof: message };
    const ended = new AbortController();
    return new Promise<Wallet>((resolve, reject) => {
      const stopStatus = connector.onStatusChange((wallet) => {
        if (wallet !== null) resolve(wallet);
      }, reject);
      ended.signal.addEventListener("abort", stopStatus);
      if (isWalletInfoCurrentlyInjected(info)) {
        connector.connect({ jsBridgeKey: info.jsBridgeKey }, request);
        return;
      }
      followTheme();
      ui.setConnectRequestParameters(request === undefined ? null : { state: "ready", value: request });
      let isOpen = false;
      const stopWindow = ui.onSingleWalletModalStateChange(({ status }) => {
        if (status === "opened") isOpen = true;
        else if (isOpen && !connector.connected) reject({ kind: "wallet", reason: "denied" } satisfies Failure);
      });
      ended.signal.addEventListener("abort", () => {
        stopWindow();
        ui.closeSingleWalletModal();
      });
      signal.addEventListener("abort", () => reject({ kind: "aborted" } satisfies Failure));
      ui.openSingleWalletModal(info.appName).catch(reject);
    }).finally(() => ended.abort());
  }

  async function connect(
    { connectorId, networkId, expectedAddress, message }: Omit<ConnectionRequest, "walletType">,
    signal: AbortSignal,
  ) {
    const { connector, ui } = open();
    await ui.connectionRestored;
    const info = await findWallet(connectorId);
    const { account, wallet } = connector;
    if (account !== null && message === null && wallet?.device.appName === info.appName) {
      const known = toConnectedAccount(account);
      const isExpected = expectedAddress === null || isSameAddress("Ton", known.address, expectedAddress);
      if (isExpected && (networkId === null || known.networkId === networkId)) return { account: known, proof: null };
    }
    // Only a new connection asks for another account, or for a proof.
    if (connector.connected) await ui.disconnect();
    if (networkId !== null) ui.setConnectionNetwork(toChainId(networkId));
    const answer = await ask(info, message, signal);
    return { account: toConnectedAccount(answer.account), proof: message === null ? null : readProof(answer) };
  }

  /**
   * Asks the wallet, which has paid once it answers, whatever it answers with: null where that holds no external message.
   * A window that is closed before leaves open whether the wallet pays.
   */
  async function send(request: SendTransactionRequest): Promise<string | null> {
    const { connector, ui, followTheme } = open();
    followTheme();
    const isByLink = connector.wallet?.provider === "http";
    const { boc } = await ui.sendTransaction(request, { modals: isByLink ? ["before"] : [], notifications: [] });
    return hashMessage(boc).catch(() => null);
  }

  /** Asks the wallet only if it still shows the account that is to pay, on the network of the payment. */
  async function sendFrom(
    { from, network }: { from: string; network: { id: string } },
    request: SendTransactionRequest,
  ): Promise<string | null> {
    try {
      const { connector, ui } = open();
      await ui.connectionRestored;
      const account = toConnectedAccount(connector.account ?? rejectWallet("notConnected"));
      if (account.networkId !== network.id) rejectWallet("wrongNetwork");
      if (!isSameAddress("Ton", account.address, from)) rejectWallet("addressMismatch");
      return await send({ ...request, network: toChainId(network.id), from: connector.account?.address });
    } catch (error) {
      throw toWalletFailure(error, "pay");
    }
  }

  async function sign({ signing, from, network }: components["schemas"]["DepositRequest"]): Promise<string | null> {
    if (signing.kind !== "ton") return rejectWallet("payFailed");
    return sendFrom({ from, network }, signing.request as unknown as SendTransactionRequest);
  }

  return {
    detect: async () => {
      try {
        const { connector, ui } = open();
        await ui.connectionRestored;
        const wallets = listReachable(await connector.getWallets());
        const { account, wallet } = connector;
        return wallets.map(({ appName, name, imageUrl }) => ({
          connectorId: appName,
          name,
          icon: imageUrl,
          address:
            account !== null && wallet?.device.appName === appName ? toConnectedAccount(account).address : undefined,
        }));
      } catch (error) {
        throw toWalletFailure(error, "detect");
      }
    },
    connect: async (request, signal) => {
      try {
        return await connect(request, signal);
      } catch (error) {
        throw signal.aborted ? error : toWalletFailure(error, "connect");
      }
    },
    watch: (_, known, signal) => watchAccount(open().connector, known, signal),
    switchNetwork: async () => rejectWallet("wrongNetwork"),
    sign: async () => rejectWallet("connectionFailed"),
    pay: async (_, request) => sign(request),
    payIn: sign,
  };
}

import { Address } from "@ton/core";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import { StartError } from "#server/startError.ts";
import type { ChainKind, OpeningContext } from "../chainKind.ts";
import { takeEach, takeEarliest, takeLowest, takeSame } from "../quorum.ts";
import { TON } from "../ton/index.ts";
import { isDeployed, requireDeployed } from "../ton/account.ts";
import { parseIdentity, readHeader } from "../ton/network.ts";
import type { TonReader } from "../ton/reader.ts";
import { choosePrices, readPrices } from "../ton/sign.ts";
import type { TonKey } from "../ton/settings.ts";
import { askForJettonWallet, locateJettonWallet } from "./jettonWallet.ts";
import { createPayouts } from "./payouts.ts";
import { chooseFuel, readFuel } from "./fuel.ts";
import { createReader } from "./reader.ts";
import { MAIN_JETTON, USDT_SETTINGS, type UsdtConfig } from "./settings.ts";
import { buildPayment } from "./sign.ts";

/** The dollar on TON: another account of the same network, by the same wallets. */
export const USDT: ChainKind<TonReader, UsdtConfig, TonKey> = {
  ...TON,
  settings: USDT_SETTINGS,
  // What wallets of TON need is asked of the network's own coin.
  readAccess: null,
  createReader: (endpoint, context, config) =>
    createReader(endpoint, context, {
      jetton: config?.jetton ?? MAIN_JETTON,
      leastBase: COINS.usdt.minBase,
      gramTreasuries: config?.gramTreasuries ?? [],
      fuelAddresses: config?.fuelAddresses ?? [],
    }),
  strays: ["ton", "usdt"],

  async open(context) {
    const { identity, config, quorum } = context;
    const { jetton, treasuryAddress, signer, wallet, payoutFeeBase: feeBase } = config;
    const { proving } = await TON.open({ ...context, config: { ...config, signer: null } });
    const { globalId } = parseIdentity(identity);
    const treasury = Address.parse(treasuryAddress);
    const named = await quorum.conclude(
      ({ call }) => askForJettonWallet(call, jetton, treasury),
      takeSame<Address>((address) => address.toRawString(), "the treasury's jetton wallet"),
    );
    if (!named.equals(locateJettonWallet(jetton, treasury))) await refuseStrange(context, treasury);
    if (!context.network.isLocal && signer !== null) {
      await requireDeployed(quorum, treasury, { name: "USDT_TREASURY_ADDRESS", kept: "its fuel" });
    }
    return {
      proving,
      async buildPayment(order) {
        const known = await quorum.conclude(
          async (reader) => ({
            now: (await readHeader(reader.call, (await reader.readTip()).position)).time,
            prices: await readPrices(reader.call),
            gasBase: (await reader.readFuel?.(toAddressKey("Ton", order.from))) ?? 0n,
          }),
          takeEach({ now: takeEarliest<Date>((time) => time.getTime()), prices: choosePrices, gasBase: takeLowest }),
        );
        return buildPayment(order, { jetton, globalId, ...known });
      },
      jettonMaster: jetton.master.toString(),
      async readFuel() {
        return { ...(await quorum.conclude((reader) => readFuel(reader, jetton, treasury), chooseFuel)), feeBase };
      },
      payouts: signer === null ? null : createPayouts({ jetton, treasury, wallet, signer, quorum, feeBase }),
    };
  },
};

/**
 * The master names another jetton wallet than the pinned code gives. Where the pinned one is there and is the treasury's, the
 * issuer has changed the contract since: it is read on, and operators decide. Else the settings name another contract.
 */
async function refuseStrange(
  { config: { jetton }, quorum, logger }: OpeningContext<TonReader, UsdtConfig>,
  treasury: Address,
): Promise<void> {
  if (!(await isDeployed(quorum, locateJettonWallet(jetton, treasury)))) {
    throw new StartError(
      "USDT_MASTER_ADDRESS names another jetton wallet for the treasury than USDT_WALLET_CODE_HASH gives: nothing that arrives would be seen.",
    );
  }
  logger.warn(
    { coinType: "usdt" },
    "the contract of USDT names another jetton wallet for the treasury than the one that is read",
  );
}

import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Fiat } from "#src/components/amount/Fiat.tsx";
import { Prices } from "#src/components/amount/Prices.tsx";
import { Worth } from "#src/components/amount/Worth.tsx";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { LuckBadge } from "#src/components/envelope/LuckBadge.tsx";
import { MemberNote } from "#src/components/envelope/MemberNote.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";

import type { OwnClaim } from "./findOwnClaim.ts";
import styles from "./EnvelopeReceipt.module.css";

interface EnvelopeReceiptProps {
  envelope: components["schemas"]["Envelope"];
  /** The user's own share; null without one. */
  own: OwnClaim | null;
}

/** The letter of an envelope: the user's share, the total and how much is claimed; for its sender the passphrase to pass on. */
export function EnvelopeReceipt({ envelope, own }: EnvelopeReceiptProps) {
  const { t } = useTranslation();
  const { coinType, count, passphrase } = envelope;
  const { isClaimable, isPayable } = viewEnvelope({ value: envelope.status });
  const isUsable = isClaimable || isPayable;
  const ownClaim = own?.claim ?? null;
  const received = envelope.receivedQuantity ?? 0;
  return (
    <Paper isScalloped>
      {count === null ? (
        <div className={styles.total}>
          <p className={styles.left}>{t("envelope:details.sharesLeft", { count: envelope.remainingCount })}</p>
          <p className={styles.caption}>{t("envelope:details.limited")}</p>
        </div>
      ) : (
        <>
          <div className={styles.total}>
            <p className={styles.caption}>{t(ownClaim === null ? "envelope:details.total" : "envelope:details.got")}</p>
            <Amount amount={ownClaim?.amount ?? envelope.totalAmount} coinType={coinType} size="hero" />
            <p className={styles.worth}>
              <Fiat amount={ownClaim?.amount ?? envelope.totalAmount} coinType={coinType} />
            </p>
            {own !== null && <p className={styles.place}>{t("envelope:details.place", { place: own.place, count })}</p>}
            {ownClaim?.bestLuck === true && <LuckBadge />}
          </div>
          {envelope.openedAt !== null && (
            <>
              <Progress value={received} max={count} label={t("envelope:claim.progress", { received, count })} />
              <Prices coinTypes={[coinType]}>
                <dl className={styles.figures}>
                  {ownClaim !== null && (
                    <Figure label={t("envelope:details.total")} amount={envelope.totalAmount} coinType={coinType} />
                  )}
                  <Figure label={t("envelope:details.paidOut")} amount={envelope.paidOutAmount} coinType={coinType} />
                  <Figure label={t("envelope:details.left")} amount={envelope.remainingAmount} coinType={coinType} />
                </dl>
              </Prices>
            </>
          )}
        </>
      )}
      {envelope.claimRule === "members" && (
        <div className={styles.tearOff}>
          <p className={styles.members}>
            <MemberNote conditions={envelope.conditions} />
          </p>
        </div>
      )}
      {passphrase !== null && (
        <div className={styles.tearOff}>
          <p className={styles.secret}>
            <span className={styles.caption}>{t("envelope:send.passphrase")}</span>{" "}
            <strong translate="no">{passphrase}</strong>
          </p>
          {isUsable && <CopyButton text={passphrase} />}
        </div>
      )}
    </Paper>
  );
}

interface FigureProps {
  label: string;
  amount: string | null;
  coinType: CoinType;
}

function Figure({ label, amount, coinType }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Amount amount={amount} coinType={coinType} />
      </dd>
      <dd className={styles.figureWorth}>
        <Worth amount={amount} coinType={coinType} />
      </dd>
    </div>
  );
}

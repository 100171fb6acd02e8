import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { MoneyRow } from "#src/components/amount/MoneyRow.tsx";
import { Worth } from "#src/components/amount/Worth.tsx";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { EnvelopeBadge } from "#src/components/envelope/EnvelopeBadge.tsx";
import { findWords, nameKind } from "#src/components/envelope/envelopeTexts.ts";
import { LuckBadge } from "#src/components/envelope/LuckBadge.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Progress } from "#src/components/ui/Progress.tsx";
import { buildDetailsPath } from "#src/routes/links.ts";

import styles from "./RecordRows.module.css";

interface SentRowProps {
  envelope: components["schemas"]["Envelope"];
  /** When it was sent, in the words of the list around it. */
  time: string;
}

/** One envelope of the user: its words, its amount, how far it is claimed. */
export function SentRow({ envelope, time }: SentRowProps) {
  const { t } = useTranslation();
  const { isClaimable, isOver } = viewEnvelope({ value: envelope.status });
  const type = nameKind(t, envelope);
  const words = findWords(t, envelope);
  const received = envelope.receivedQuantity ?? 0;
  const count = envelope.count ?? 0;
  return (
    <MoneyRow
      to={buildDetailsPath(envelope)}
      before={<Envelope size="tiny" state={isOver ? "expired" : "sealed"} coverId={envelope.coverId} />}
      title={words === "" ? type : words}
      subtitle={words === "" ? time : `${type} · ${time}`}
      amount={<Amount amount={envelope.totalAmount} coinType={envelope.coinType} />}
      worth={<Worth amount={envelope.totalAmount} coinType={envelope.coinType} />}
    >
      <span className={styles.state}>
        <EnvelopeBadge envelope={envelope} />
        <span className={styles.quantity} aria-hidden={isClaimable || undefined}>{`${received}/${count}`}</span>
      </span>
      {isClaimable && (
        <Progress
          isThin
          isTextHidden
          value={received}
          max={Math.max(count, 1)}
          label={t("envelope:claim.progress", { received, count })}
        />
      )}
    </MoneyRow>
  );
}

interface ReceivedRowProps {
  claim: components["schemas"]["ReceivedClaim"];
  /** When it was claimed, in the words of the list around it. */
  time: string;
}

/** What the user received from one envelope: its sender, the amount, whether it was the best luck. */
export function ReceivedRow({ claim, time }: ReceivedRowProps) {
  return (
    <MoneyRow
      to={buildDetailsPath(claim)}
      before={<Avatar name={claim.sender.name} url={claim.sender.url} sizePx={44} />}
      title={<bdi>{claim.sender.name}</bdi>}
      subtitle={time}
      amount={<Amount amount={claim.amount} coinType={claim.coinType} isSigned />}
      worth={<Worth amount={claim.amount} coinType={claim.coinType} />}
      mark={claim.bestLuck ? <LuckBadge /> : undefined}
    />
  );
}

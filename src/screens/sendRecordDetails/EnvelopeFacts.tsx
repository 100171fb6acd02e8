import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { Amount } from "#src/components/Amount.tsx";
import { Cell } from "#src/components/Cell.tsx";
import { CopyButton } from "#src/components/CopyButton.tsx";
import { EnvelopeBadge } from "#src/components/EnvelopeBadge.tsx";
import { formatTime } from "#src/components/formatTime.ts";
import { Section } from "#src/components/Section.tsx";

/** What an envelope is, as far as this viewer may know. */
export function EnvelopeFacts({ envelope }: { envelope: components["schemas"]["Envelope"] }) {
  const { t, i18n } = useTranslation();
  const { coinType, count, receivedQuantity } = envelope;
  return (
    <Section title={envelope.remark === null || envelope.remark === "" ? undefined : envelope.remark}>
      <Cell title={t(`envelope:type.${envelope.type}`)} after={<EnvelopeBadge envelope={envelope} />} />
      <Cell title={t("envelope:details.from")} after={envelope.sender.name} />
      <Cell title={t("envelope:details.total")} after={<Amount amount={envelope.totalAmount} coinType={coinType} />} />
      <Cell
        title={t("envelope:details.paidOut")}
        after={<Amount amount={envelope.paidOutAmount} coinType={coinType} />}
      />
      {count !== null && (
        <Cell
          title={t("envelope:details.received")}
          after={t("envelope:claim.progress", { received: receivedQuantity ?? 0, count })}
        />
      )}
      {envelope.passphrase !== null && (
        <Cell
          title={t("envelope:send.passphrase")}
          subtitle={envelope.passphrase}
          after={<CopyButton text={envelope.passphrase} variant="plain" />}
        />
      )}
      <Cell title={t("envelope:details.created")} after={formatTime(envelope.createdAt, i18n.language)} />
      {envelope.expiresAt !== null && (
        <Cell title={t("envelope:details.expires")} after={formatTime(envelope.expiresAt, i18n.language)} />
      )}
    </Section>
  );
}

import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { Cell } from "#src/components/ui/Cell.tsx";
import { chats } from "#src/adapters/actors/chats.ts";
import { useList } from "#src/hooks/useList.ts";
import { formatTime } from "#src/format/formatTime.ts";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import styles from "./EnvelopeFacts.module.css";

/** The kind and the times of an envelope. */
export function EnvelopeFacts({ envelope }: { envelope: components["schemas"]["Envelope"] }) {
  const { t, i18n } = useTranslation();
  const known = useList(chats)?.view.items ?? [];
  const group = known.find(({ chatId }) => chatId === envelope.chatId);
  return (
    <Section>
      <Cell
        before={<Icon name={envelope.type === "luckyDraw" ? "dice" : "equal"} />}
        title={t("envelope:send.type")}
        subtitle={t(`envelope:type.${envelope.type}`)}
      />
      {group !== undefined && (
        <Cell before={<Icon name="send" />} title={t("envelope:details.group")} subtitle={<bdi>{group.title}</bdi>} />
      )}
      <Cell
        before={<Icon name="edit" />}
        title={t("envelope:details.created")}
        subtitle={formatTime(envelope.createdAt, i18n.language)}
      />
      {/* One that was claimed whole, or that its sender ended, was over before its time. */}
      {envelope.expiresAt !== null && envelope.status !== "finished" && !envelope.isEndedBySender && (
        <Cell
          before={<Icon name="clock" />}
          title={t(
            viewEnvelope({ value: envelope.status }).isOver ? "envelope:details.ended" : "envelope:details.expires",
          )}
          subtitle={formatTime(envelope.expiresAt, i18n.language)}
        />
      )}
      <details>
        <summary className={styles.technical}>{t("envelope:details.technical")}</summary>
        <Cell
          before={<Icon name="info" />}
          title={t("envelope:outcome.title")}
          to={`/statePage?envelopeId=${encodeURIComponent(envelope.envelopeId)}`}
        />
      </details>
    </Section>
  );
}

import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { isSentByMe } from "#machines/lifecycle/envelope/isSentByMe.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { EnvelopeBadge } from "#src/components/envelope/EnvelopeBadge.tsx";
import { findNoteKey } from "#src/components/envelope/findNoteKey.ts";
import { findWords } from "#src/components/envelope/findWords.ts";

import styles from "./EnvelopeHead.module.css";
import { Named } from "#src/components/ui/Named.tsx";

/** The envelope's cover, words, sender and status. */
export function EnvelopeHead({ envelope }: { envelope: components["schemas"]["Envelope"] }) {
  const { t } = useTranslation();
  const { sender, status, type } = envelope;
  const words = findWords(t, envelope);
  return (
    <div className={styles.head}>
      <Envelope
        size="small"
        state={viewEnvelope({ value: status }).isOver ? "expired" : "sealed"}
        coverId={envelope.coverId}
      />
      <h2 className={styles.remark}>{words === "" ? t(`envelope:type.${type}`) : words}</h2>
      <p className={styles.sender}>
        <Avatar name={sender.name} url={sender.url} sizePx={24} />
        <span>
          <Named name={sender.name} write={(name) => t("envelope:claim.from", { name })} />
        </span>
      </p>
      <EnvelopeBadge envelope={envelope} />
      {status !== "open" && <output className={styles.note}>{t(findNoteKey(envelope, isSentByMe(envelope)))}</output>}
    </div>
  );
}

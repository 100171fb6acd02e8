import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Cell } from "#src/components/Cell.tsx";
import { CopyButton } from "#src/components/CopyButton.tsx";
import { Envelope } from "#src/components/Envelope.tsx";
import { Section } from "#src/components/Section.tsx";
import { ShareButton } from "#src/components/ShareButton.tsx";

import styles from "./SendPacket.module.css";

/** The envelope can be claimed; the sender now tells the passphrase. */
export function LiveEnvelope({ view }: { view: EnvelopeSendView }) {
  const { t } = useTranslation();
  const { envelope, passphrase } = view;
  if (envelope === null) return null;
  return (
    <>
      <Envelope state="sealed" front={envelope.remark ?? undefined} />
      <output className={styles.liveTitle}>{t(view.titleKey)}</output>
      <p className={styles.note}>
        {t(envelope.chatId === null ? "envelope:send.liveShare" : "envelope:send.livePosted")}
      </p>
      {passphrase !== null && (
        <Section title={t("envelope:send.passphrase")}>
          <Cell title={passphrase} after={<CopyButton text={passphrase} labelKey="envelope:send.copyPassphrase" />} />
        </Section>
      )}
      <ShareButton envelopeId={envelope.envelopeId} />
      <Section>
        <Cell title={t("envelope:send.seeDetails")} to={`/sendRecordDetails?envelopeId=${envelope.envelopeId}`} />
      </Section>
    </>
  );
}

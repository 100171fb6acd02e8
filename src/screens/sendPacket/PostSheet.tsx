import i18next from "i18next";
import { use, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { LoadFailure } from "#src/components/shell/LoadFailure.tsx";
import { SheetDone } from "#src/components/shell/MainAction.tsx";
import { NamedList } from "#src/components/ui/NamedList.tsx";
import { Sheet } from "#src/components/ui/Sheet.tsx";
import { formatTime } from "#src/format/formatTime.ts";
import { useService, useSnapshot } from "#src/hooks/useSnapshot.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import styles from "./PostSheet.module.css";

interface PostSheetProps {
  view: EnvelopeSendView;
  onClose: () => void;
}

/** The bot's post as the group will see it: the picture, what is below it, and its main button. */
export function PostSheet({ view, onClose }: PostSheetProps) {
  const { t, i18n } = useTranslation();
  const hasTexts = use(loadPostTexts(i18n.language));
  const { look, draft } = view;
  const remark = draft.remark.trim();
  const words = remark === "" ? t(`copyTexts:${look.messageId}`) : remark;
  return (
    <Sheet isOpen onClose={onClose} title={t("envelope:post.title")} actions={<SheetDone onClose={onClose} />}>
      {hasTexts ? (
        <div className={styles.chat}>
          <div className={styles.bubble}>
            <div className={styles.picture} data-cover={look.coverId}>
              <Envelope state="sealed" coverId={look.coverId} front={words} />
            </div>
            <Caption view={view} words={words} />
          </div>
          {/* A picture of the button: the form has none. */}
          <p className={styles.button}>{t("bot:envelope.open")}</p>
        </div>
      ) : (
        <LoadFailure />
      )}
      <p className={styles.note}>{t("envelope:post.note")}</p>
    </Sheet>
  );
}

function Caption({ view, words }: { view: EnvelopeSendView; words: string }) {
  const { t, i18n } = useTranslation();
  const { draft, totalEach, limits, chats, chatIds } = view;
  const count = /^[1-9][0-9]*$/u.test(draft.count) ? draft.count : "…";
  const { user } = useSnapshot(useService("session")).context;
  const sender = user?.name ?? t("envelope:post.sender");
  const [openedAtMs] = useState(readServerTimeMs);
  const lifeSeconds = useSystemInfo().view.value?.userPackConfig.envelopeTtlSeconds;
  const [before = "", after = ""] = t("bot:envelope.headline", { sender: "\n" })
    .replaceAll(/<\/?b>/gu, "")
    .split("\n");
  const asked = chats.filter(({ chatId }) => chatId === chatIds[0] || draft.requiredChatIds.includes(chatId));
  return (
    <div className={styles.caption}>
      <p>
        {before}
        <strong dir="auto">{sender}</strong>
        {after}
      </p>
      <p>
        {t("bot:envelope.facts", {
          kind: t(`bot:envelope.${draft.type}`),
          amount: totalEach === null ? "…" : formatAmountText(totalEach, i18n.language),
          coin: limits.ticker,
          count,
        })}
      </p>
      {draft.type === "luckyDraw" && (
        <p>
          {draft.drawRule === "together"
            ? t("bot:envelope.together", { window: t(`bot:envelope.window.${draft.drawWindowS}`) })
            : t("bot:envelope.instant")}
        </p>
      )}
      <blockquote>{words}</blockquote>
      <p>{t("bot:envelope.remaining", { remaining: count, count })}</p>
      <p>
        {draft.claimRule === "members" ? (
          <NamedList
            names={asked.map(({ title }) => title)}
            language={i18n.language}
            write={(groups) => t("bot:envelope.members", { groups })}
          />
        ) : (
          t("bot:envelope.askPassphrase")
        )}
      </p>
      {/* As if it were paid now. */}
      {lifeSeconds !== undefined && (
        <p>
          {t("bot:envelope.until", {
            time: formatTime(new Date(openedAtMs + 1000 * lifeSeconds).toISOString(), i18n.language),
          })}
        </p>
      )}
    </div>
  );
}

/** The bot's own texts, so that the preview says what the post will say. */
const files = import.meta.glob<object>("/locales/*/bot.json", { import: "default" });

const loading = new Map<string, Promise<boolean>>();

/** Loads the bot's texts in a language as the namespace `bot`; whether they are there. The next try begins anew. */
function loadPostTexts(language: string): Promise<boolean> {
  const known = loading.get(language) ?? load(language);
  loading.set(language, known);
  return known;
}

async function load(language: string): Promise<boolean> {
  try {
    i18next.addResourceBundle(language, "bot", await files[`/locales/${language}/bot.json`]?.());
    return true;
  } catch {
    loading.delete(language);
    return false;
  }
}

import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { summarizeStatement } from "#domain/solvency/summarizeStatement.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { createResourceFlow } from "#src/adapters/actors/resource.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon, type IconName } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Topic, Topics } from "#src/components/ui/Topics.tsx";
import { formatDay } from "#src/format/formatDay.ts";
import { joinSentences } from "#src/format/joinSentences.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOpenLink } from "#src/hooks/useOpenLink.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { useTimes } from "#src/hooks/useTimes.ts";

import styles from "./RedEnvelopeSystem.module.css";

/** The newest statement of solvency. Without it the screen only has a line less, which is not worth a toast. */
const solvencyFlow = createResourceFlow("solvency", async ({ api }, _: null, signal) => {
  const { items } = await api.get("/v1/system/solvency", { limit: 1 }, signal);
  return summarizeStatement(items[0] ?? { day: "", coins: [] });
});

const TOPICS = ["send", "pay", "claim", "luck", "refund", "fees", "holder"] as const;
type Topic = (typeof TOPICS)[number];

const ICONS: Readonly<Record<Topic, IconName>> = {
  send: "send",
  pay: "wallet",
  claim: "gift",
  luck: "dice",
  refund: "clock",
  fees: "equal",
  holder: "shield",
};

/** Whether balances of every coin that can be sent can be withdrawn. */
function isAllPaidOut(info: components["schemas"]["SystemInfo"] | null): boolean {
  if (info === null || info.payoutCoins.length === 0) return false;
  return info.coins.every(({ coinType }) => info.payoutCoins.some((paid) => paid.coinType === coinType));
}

/** `/redEnvelopeSystem`: how red envelopes work here, and the way to one's own covers and texts. */
export function RedEnvelopeSystem() {
  const { t, i18n } = useTranslation();
  const times = useTimes();
  const { value: info } = useSystemInfo().view;
  const hasPayouts = isAllPaidOut(info);
  // Of other coins the network decides what a withdrawal costs.
  const ownFees = (info?.payoutCoins ?? []).flatMap(({ coinType, fee }) =>
    fee === undefined
      ? []
      : [t("about:system.fees.own", { coin: COINS[coinType].ticker, fee: formatAmountText(fee, i18n.language) })],
  );
  return (
    <Screen
      title={t("about:system.title")}
      back="/user"
      footer={
        <ButtonLink to="/sendPacket" icon="send">
          {t("about:system.sendOne")}
        </ButtonLink>
      }
    >
      <div className={styles.lead} data-ground="stage">
        <Envelope state="sealed" size="small" coverId="goodLuck" />
        <p>{t("about:system.lead")}</p>
      </div>
      <Section isPadded>
        <Topics isOrdered>
          {TOPICS.map((topic) => (
            <Topic
              key={topic}
              icon={ICONS[topic]}
              title={t(`about:system.${topic}.title`, { time: times.envelope })}
              text={joinSentences(
                t(`about:system.${topic}.text`, { time: topic === "pay" ? times.order : times.envelope }),
                ...(topic === "fees" ? ownFees : []),
                topic === "holder" && hasPayouts && t("about:system.holder.withdraw"),
              )}
            >
              {topic === "holder" && <Holdings />}
            </Topic>
          ))}
        </Topics>
      </Section>
      <Section title={t("about:system.more")}>
        <Cell to="/redImg" before={<Icon name="gift" />} title={t("about:hub.covers")} />
        <Cell to="/redPageAdmin" before={<Icon name="edit" />} title={t("about:hub.texts")} />
      </Section>
    </Screen>
  );
}

/** What the treasury holds for what is owed in each open coin, by the newest signed statement; nothing where there is none. */
function Holdings() {
  const { t, i18n } = useTranslation();
  const openLink = useOpenLink();
  const [now] = useState(() => new Date(readServerTimeMs()));
  const flow = useFlow(solvencyFlow, {
    input: { params: null },
    open: { type: "resource.load" },
    isDeferred: true,
  });
  const { value: info } = useSystemInfo().view;
  const summary = flow?.view.value ?? null;
  const shown = (summary?.coins ?? []).filter((held) => info?.coins.some(({ coinType }) => coinType === held.coinType));
  if (summary === null || shown.length === 0) return null;
  // The day is one of UTC; a time without a zone is midnight here.
  const day = formatDay(new Date(`${summary.day}T00:00:00`), now, i18n.language);
  const show = (amount: string) => formatAmountText(amount, i18n.language);
  return (
    <div className={styles.holdings}>
      {shown.map(({ coinType, held, owed }) => (
        <p key={coinType}>
          {t("about:system.holder.held", { day, held: show(held), owed: show(owed), coin: COINS[coinType].ticker })}
        </p>
      ))}
      <a
        className={styles.link}
        href="/api/v1/system/solvency"
        target="_blank"
        rel="noopener noreferrer"
        onClick={openLink}
      >
        {t("about:system.holder.statements")}
      </a>
    </div>
  );
}

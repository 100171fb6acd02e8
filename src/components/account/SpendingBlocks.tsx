import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { SPENDING_BLOCK_MS } from "#domain/account/spendingBlock.ts";
import { COINS } from "#domain/coins.ts";
import { countDaysAgo } from "#src/format/formatDay.ts";
import { formatClock, formatTime } from "#src/format/formatTime.ts";
import { joinSentences } from "#src/format/joinSentences.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";

import { SafetyNote } from "./SafetyNote.tsx";

type Block = components["schemas"]["SpendingBlock"];

const DAYS = { "-1": "tomorrow", "0": "today", "1": "yesterday" } as const;

function findDay(date: Date, now: Date): (typeof DAYS)[keyof typeof DAYS] | undefined {
  return DAYS[String(countDaysAgo(date, now)) as keyof typeof DAYS];
}

/** What was changed that pauses withdrawals and payments from the balance, and when they start again. */
export function SpendingBlocks({ blocks }: { blocks: readonly Block[] }) {
  const [now] = useState(() => new Date(readServerTimeMs()));
  return blocks
    .filter(({ until }) => new Date(until) > now)
    .map((block) => <OneBlock key={`${block.cause} ${String(block.coinType)}`} block={block} now={now} />);
}

function OneBlock({ block: { coinType, cause, until }, now }: { block: Block; now: Date }) {
  const { t, i18n } = useTranslation();
  const end = new Date(until);
  const changedDay = findDay(new Date(end.getTime() - SPENDING_BLOCK_MS), now) ?? "today";
  const endDay = findDay(end, now);
  const when =
    endDay === undefined
      ? formatTime(until, i18n.language)
      : t("codes:paused.when", { day: t(`codes:paused.${endDay}`), time: formatClock(until, i18n.language) });
  const coin = coinType === null ? "" : COINS[coinType].ticker;
  return (
    <SafetyNote>
      {joinSentences(
        t(`codes:paused.${cause}`, { day: t(`codes:paused.${changedDay}`) }),
        t(coinType === null ? "codes:paused.all" : "codes:paused.coin", { coin, when }),
      )}
    </SafetyNote>
  );
}

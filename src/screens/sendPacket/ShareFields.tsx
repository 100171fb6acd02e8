import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { hasLuck } from "#domain/draw/drawPreview.ts";
import { MAX_COUNT } from "#domain/envelope/validateSend.ts";
import { findGuestNetwork } from "#domain/guestNetwork.ts";
import { toLanguage } from "#domain/language/language.ts";
import { listLuckyAmounts } from "#domain/luckyAmounts.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { isAmountText } from "#domain/money/amount.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { AmountField } from "#src/components/amount/AmountField.tsx";
import { formatFiatText } from "#src/components/amount/formatFiatText.ts";
import { Worth } from "#src/components/amount/Worth.tsx";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { Stepper } from "#src/components/ui/Stepper.tsx";

import { Picks } from "./Picks.tsx";
import { type GroupSize, useAmountLabels, useSendField } from "./sendFields.ts";
import styles from "./SendForm.module.css";
import { coinSheetPart, luckSheetPart } from "./sendParts.ts";

/** Groups of friends, a class, a company. */
const COUNT_PICKS = [3, 5, 10, 20, 50];

/** Those below what the group is offered, which comes last. */
function listCountPicks(proposed: number | null): readonly number[] {
  if (proposed === null) return COUNT_PICKS;
  return [...COUNT_PICKS.filter((pick) => pick < proposed), proposed].slice(-COUNT_PICKS.length);
}

interface ShareFieldsProps extends FlowProps<"envelopeSend", EnvelopeSendView> {
  /** Null where it is not known. */
  groupSize: GroupSize | null;
}

const DOLLAR = "$";
/** Nobody sends more than millions of dollars and some decimals. */
const MAX_DOLLARS_LENGTH = 12;

/** Amount, and how it is split into shares. */
export function ShareFields({ view, send, groupSize }: ShareFieldsProps) {
  const { t, i18n } = useTranslation();
  const tie = useSendField({ view, send });
  const { draft, limits, dollars } = view;
  const amountField = draft.singleAmount === null ? "totalAmount" : "singleAmount";
  const labels = useAmountLabels(view);
  return (
    <Section isPadded>
      <div className={styles.fields}>
        <AmountField
          {...tie(amountField, dollars === null ? amountField : "dollars")}
          size="hero"
          label={labels[amountField]}
          value={dollars === null ? (draft[amountField] ?? "") : dollars.typed}
          unit={dollars === null ? limits.ticker : DOLLAR}
          unitButton={view.coinTypes.length > 1 ? <CoinChip view={view} send={send} /> : undefined}
          fiat={<AmountUnit view={view} send={send} />}
          maxLength={dollars === null ? limits.maxInputLength : MAX_DOLLARS_LENGTH}
          hint={t("envelope:send.limits", {
            min: formatAmountText(limits.min, i18n.language),
            max: formatAmountText(limits.max, i18n.language),
            coin: limits.ticker,
          })}
          pasteError={t("envelope:send.pasteRefused")}
          keyError={t("envelope:send.keyRefused")}
        />
        {view.nearestTotal !== null && <NearestTotal nearest={view.nearestTotal} view={view} send={send} />}
        <AmountPicks view={view} send={send} />
        <Segmented
          label={t("envelope:send.type")}
          value={draft.type}
          options={[
            { value: "luckyDraw", label: t("envelope:type.luckyDraw"), icon: "dice" },
            { value: "ordinary", label: t("envelope:type.ordinary"), icon: "equal" },
          ]}
          onChange={(envelopeType) => send({ type: "ui.chooseType", envelopeType })}
        />
        <Stepper
          {...tie("count")}
          label={t("envelope:send.count")}
          value={draft.count}
          min={1}
          max={MAX_COUNT}
          picks={listCountPicks(groupSize?.shares ?? null)}
          decreaseLabel={t("envelope:send.fewer")}
          increaseLabel={t("envelope:send.more")}
          hint={
            groupSize === null
              ? t("envelope:send.countHint")
              : t(groupSize.isSmallest ? "envelope:send.membersOfSmallest" : "envelope:send.members", {
                  count: groupSize.memberCount,
                  members: formatAmountText(String(groupSize.memberCount), i18n.language),
                })
          }
          keyError={t("envelope:problem.countInteger")}
        />
        <ShareNote view={view} />
        <LuckNote view={view} />
      </div>
    </Section>
  );
}

const { Part: CoinSheet } = coinSheetPart;

/** The unit of the amount, and the way to other coins. */
function CoinChip({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const network = findGuestNetwork(view.draft.coinType);
  return (
    <>
      {view.dollars !== null && DOLLAR}
      <button type="button" className={styles.chip} onClick={() => setIsOpen(true)}>
        <span className="visually-hidden">{t("envelope:send.coin")}</span> {view.limits.ticker}
        {network !== null && <span className={styles.network}> {network}</span>}
        <Icon name="chevronRight" sizePx={16} />
      </button>
      {isOpen && (
        <Suspense>
          <CoinSheet view={view} send={send} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Takes the nearest total that divides, with one tap. */
function NearestTotal({
  nearest,
  view: { limits },
  send,
}: FlowProps<"envelopeSend", EnvelopeSendView> & { nearest: string }) {
  const { t, i18n } = useTranslation();
  return (
    <Button
      type="button"
      variant="secondary"
      onClick={() => send({ type: "ui.type", field: "totalAmount", value: nearest })}
    >
      {t("envelope:send.takeNearest", { amount: formatAmountText(nearest, i18n.language), coin: limits.ticker })}
    </Button>
  );
}

/** What the typed amount is in the other unit, and the switch to that one. */
function AmountUnit({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  return (
    <span className={styles.unit}>
      <span>{view.dollars === null ? <CoinWorth view={view} /> : <Bought view={view} />}</span>
      <ActionButton actions={view.actions} type="ui.chooseUnit" send={send} variant="plain" />
    </span>
  );
}

/** While a decimal mark waits for its digits there is nothing to tell. */
function CoinWorth({ view: { draft } }: { view: EnvelopeSendView }) {
  const amount = draft.singleAmount ?? draft.totalAmount ?? "";
  return <Worth amount={isAmountText(amount) ? amount : null} coinType={draft.coinType} />;
}

function Bought({ view: { draft, dollars, limits } }: { view: EnvelopeSendView }) {
  const { t, i18n } = useTranslation();
  const amount = draft.singleAmount ?? draft.totalAmount ?? "";
  if (dollars?.price == null || amount === "") return null;
  return t("envelope:send.boughtAt", {
    amount: formatAmountText(amount, i18n.language),
    coin: limits.ticker,
    price: formatFiatText(dollars.price, i18n.language),
  });
}

/** So many amounts stand beside each other. */
const MAX_PICKS = 4;

/** Totals that were sent lately, then those that bring luck where the reader lives, to take by one tap. */
function AmountPicks({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const { recentTotals, draft, limits, price, dollars, payer } = view;
  if (dollars !== null || draft.singleAmount !== null) return null;
  const lucky = price === null ? [] : listLuckyAmounts(toLanguage(i18n.language), draft.coinType, price);
  const picks = [...new Set([...recentTotals, ...lucky])].slice(0, MAX_PICKS);
  // The price comes with what can pay; until then its place is kept.
  if (picks.length === 0 && payer.kind !== "reading") return null;
  return (
    <Picks
      label={t("envelope:send.picks")}
      picks={picks.map((value) => ({ value, text: `${formatAmountText(value, i18n.language)} ${limits.ticker}` }))}
      chosen={draft.totalAmount}
      onPick={(value) => send({ type: "ui.type", field: "totalAmount", value })}
    />
  );
}

/** What each of the others gets. */
function ShareNote({ view: { share, limits, roundedFrom } }: { view: EnvelopeSendView }) {
  const { t, i18n } = useTranslation();
  const coin = limits.ticker;
  const show = (amount: string) => formatAmountText(amount, i18n.language);
  if (roundedFrom !== null) {
    return (
      <output className={styles.split}>
        <Icon name="equal" sizePx={20} />
        <span>{t("envelope:send.rounded", { total: show(roundedFrom), coin })}</span>
      </output>
    );
  }
  return (
    <p className={styles.split}>
      <Icon name={share?.kind === "luck" ? "sparkle" : "equal"} sizePx={20} />
      <span>
        {share === null && t("envelope:send.equalShares")}
        {share?.kind === "exact" && t("envelope:send.eachGets", { amount: show(share.amount), coin })}
        {share?.kind === "luck" && t("envelope:send.luckDecides", { min: show(share.min), coin })}
      </span>
    </p>
  );
}

const { Part: LuckSheet } = luckSheetPart;

/** The way to a look at how luck may fall, where amount and number of shares are known and luck decides. */
export function LuckNote({ view: { share, draft, totalEach } }: { view: EnvelopeSendView }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (share?.kind !== "luck" || totalEach === null) return null;
  const drawable = { coinType: draft.coinType, total: totalEach, count: Number(draft.count) };
  if (!hasLuck(drawable)) return null;
  return (
    <>
      <Button variant="plain" icon="dice" type="button" onClick={() => setIsOpen(true)}>
        {t("envelope:luck.title")}
      </Button>
      {isOpen && (
        <Suspense>
          <LuckSheet drawable={drawable} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

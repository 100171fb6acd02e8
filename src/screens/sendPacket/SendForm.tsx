import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { CoinType } from "#domain/coins.ts";
import { nameWallet } from "#domain/guestNetwork.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Worth } from "#src/components/amount/Worth.tsx";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { ignore } from "#src/components/ui/switchOff.ts";
import { isComposing } from "#src/hooks/isComposing.ts";
import { useFocusWrongField } from "#src/hooks/useFocusWrongField.ts";

import { GroupFields, listAskedChats, UnseenChatsContext } from "./GroupFields.tsx";
import { MoreFields } from "./MoreFields.tsx";
import type { GroupSize } from "./sendFields.ts";
import styles from "./SendForm.module.css";
import {
  chatRightsPart,
  drawFieldsPart,
  groupSizePart,
  payFromPart,
  postSheetPart,
  requiredChatsPart,
  sendProgressPart,
  unpaidOrdersPart,
  wordFieldsPart,
} from "./sendParts.ts";
import { ShareFields } from "./ShareFields.tsx";

const { Part: ChatRightsWatch } = chatRightsPart;
const { Part: GroupSizeWatch } = groupSizePart;
const { Part: PayFrom } = payFromPart;
const { Part: UnpaidOrders } = unpaidOrdersPart;

/** The form of an envelope. It stands still while it is being sent. Stands in a `Suspense`: it comes whole, so that nothing jumps. */
export function SendForm({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const form = useRef<HTMLFieldSetElement>(null);
  const [unseenIds, setUnseenIds] = useState<readonly string[]>([]);
  const [groupSize, setGroupSize] = useState<GroupSize | null>(null);
  useEffect(() => {
    void sendProgressPart.preload();
    void drawFieldsPart.preload();
    void requiredChatsPart.preload();
    void wordFieldsPart.preload();
  }, []);
  useFocusWrongField(form, view.rejectedSubmits);
  return (
    <fieldset
      ref={form}
      className={styles.form}
      // Not `disabled`: the browser would move the focus away. What is typed meanwhile counts for nothing.
      aria-disabled={view.isBusy || undefined}
      onKeyDownCapture={focusNext}
      onClickCapture={view.isBusy ? ignore : undefined}
    >
      {view.unpaidOrders.length > 0 && <UnpaidOrders view={view} send={send} />}
      {listAskedChats(view).length > 0 && (
        <Suspense>
          <ChatRightsWatch view={view} onRead={setUnseenIds} />
        </Suspense>
      )}
      {view.chatIds.length > 0 && (
        <Suspense>
          <GroupSizeWatch chatIds={view.chatIds} draft={view.draft} onRead={setGroupSize} />
        </Suspense>
      )}
      <UnseenChatsContext value={unseenIds}>
        <GroupFields view={view} send={send} />
        <ShareFields view={view} send={send} groupSize={groupSize} />
        <MoreFields view={view} send={send} />
      </UnseenChatsContext>
      <EnvelopePreview view={view} />
      <PostNote view={view} />
      {/* It comes late, once it is known what can pay, so nothing that is pressed stands below it. */}
      <Suspense>
        <PayFrom view={view} />
      </Suspense>
    </fieldset>
  );
}

/** The envelope as the others will see it, while it is being written. A picture: the fields say the same to screen readers. */
function EnvelopePreview({ view: { draft, look, totalEach, limits } }: { view: EnvelopeSendView }) {
  const { t, i18n } = useTranslation();
  const remark = draft.remark.trim();
  const facts = [
    t(`envelope:type.${draft.type}`),
    ...(totalEach === null ? [] : [`${formatAmountText(totalEach, i18n.language)} ${limits.ticker}`]),
    ...(/^[1-9][0-9]*$/u.test(draft.count) ? [t("envelope:send.previewShares", { shares: draft.count })] : []),
  ];
  return (
    <div aria-hidden="true">
      <Paper>
        <div className={styles.preview}>
          <div className={styles.envelope}>
            <Envelope state="sealed" size="small" coverId={look.coverId} />
          </div>
          <div className={styles.words}>
            <p className={styles.remark}>{remark === "" ? t(`copyTexts:${look.messageId}`) : remark}</p>
            <p className={styles.facts}>
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
          </div>
        </div>
      </Paper>
    </div>
  );
}

const { Part: PostSheet } = postSheetPart;

/** The way to a look at the bot's post, where the envelope goes to a group. */
export function PostNote({ view }: { view: EnvelopeSendView }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (view.chatIds.length === 0) return null;
  return (
    <>
      <Button variant="plain" icon="eye" type="button" onClick={() => setIsOpen(true)}>
        {t("envelope:post.title")}
      </Button>
      {isOpen && (
        <Suspense>
          <PostSheet view={view} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const FIELDS = 'input:not([type="radio"], [type="checkbox"])';

/** Enter leaves a field for the next one, as its key on a phone says; after the last one the keyboard goes away. */
function focusNext(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>(FIELDS)];
  const field = fields.findIndex((candidate) => candidate === event.target);
  if (field === -1) return;
  event.preventDefault();
  const next = fields[field + 1];
  if (next === undefined) fields[field]?.blur();
  else next.focus();
}

/** What it costs, and the button. */
export function SendFormFooter({ view, send }: FlowProps<"envelopeSend", EnvelopeSendView>) {
  const { t, i18n } = useTranslation();
  const format = (amount: string) => formatAmountText(amount, i18n.language);
  const { totalEach, chatIds, limits, share, total, draft, state } = view;
  return (
    <>
      {chatIds.length > 1 && (
        <p className={styles.several}>
          <span>{t("envelope:multi.count", { count: chatIds.length })}</span>
          {totalEach !== null && (
            <span>
              {t("envelope:multi.each", {
                amount: format(totalEach),
                coin: limits.ticker,
              })}
            </span>
          )}
        </p>
      )}
      <p className={styles.shares}>
        {total === null
          ? view.isWalletMissing &&
            !view.isConnecting &&
            t("envelope:send.walletMissing", { coin: limits.ticker, wallet: nameWallet(draft.coinType) })
          : share !== null &&
            draft.count !== "" &&
            t(`envelope:send.summary.${share.kind}`, {
              count: Number(draft.count),
              amount: format(share.kind === "exact" ? share.amount : share.min),
              coin: limits.ticker,
            })}
      </p>
      {state === "checkingBalance" || state === "submitting" ? (
        <div className={styles.total}>
          <output>{t(`envelope:send.state.${state}`)}</output>
          {total !== null && <Sum total={total} coinType={draft.coinType} />}
        </div>
      ) : (
        total !== null && (
          <div className={styles.total}>
            <span>{t("envelope:send.total")}</span>
            <Sum total={total} coinType={draft.coinType} />
          </div>
        )
      )}
      <MainAction
        actions={view.actions}
        type="ui.submit"
        send={send}
        labelKey={view.isConnecting ? "envelope:send.connectAndPay" : "envelope:send.submit"}
        isBusy={view.isBusy}
      />
    </>
  );
}

function Sum({ total, coinType }: { total: string; coinType: CoinType }) {
  return (
    <span className={styles.sum}>
      <Amount amount={total} coinType={coinType} size="large" />{" "}
      <span className={styles.worth}>
        <Worth amount={total} coinType={coinType} />
      </span>
    </span>
  );
}

import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { readTodo } from "#server/operator/alarms/alarmKinds.ts";
import type { Arg } from "#server/operator/args.ts";
import { type Command, type CommandName, COMMANDS } from "#server/operator/commands.ts";
import { nameAmount, quoteText } from "#server/operator/decision.ts";
import { type Frame, type Html, html, renderDocument, section, table, time } from "./html.ts";
import type { Overview, Solvency } from "./readOverview.ts";
import { linkLife, renderLifeSearch } from "./renderLife.ts";
import type { OperatorSession } from "./sessions.ts";

/** `now` is what ages are counted from. */
interface Page extends Frame {
  overview: Overview;
  session: OperatorSession;
  now: Date;
}

export function renderLogin(frame: Frame, isWrong: boolean): string {
  const wrong = isWrong ? html`<p role="alert">The token is wrong.</p>` : null;
  return renderDocument(
    frame,
    html`<main>
      <h1>Hongbao operators</h1>
      ${wrong}
      <section>
        <form method="post" action="/login">
          <label
            >Token (OPERATOR_TOKEN)<input name="token" type="password" autocomplete="off" required autofocus
          /></label>
          <button>Open</button>
        </form>
      </section>
    </main>`,
  );
}

export function renderPage(page: Page): string {
  const { overview, session } = page;
  const { notice } = session;
  return renderDocument(
    page,
    html`<header>
        <h1>Hongbao operators</h1>
        <form method="post" action="/logout">
          ${hideToken(session)}<a href="/">Refresh</a><button class="quiet">Close</button>
        </form>
      </header>
      <main>
        ${notice === null ? null : html`<p role="${notice.isRefusal ? "alert" : "status"}">${notice.text}</p>`}
        ${renderAlarms(page)}${section("Solvency", overview.solvency.map(renderSolvency))}${renderHeld(page)}
        ${renderUnmatched(page)}${renderStrays(page)}${renderUnread(page)}${renderDeadLetters(page)}${renderLifeSearch("")}${renderFreezes(page)}${renderOther(page)}${renderHealth(page)}${renderActions(overview)}
      </main>`,
  );
}

function hideToken({ formToken }: OperatorSession): Html {
  return html`<input type="hidden" name="formToken" value="${formToken}" />`;
}

interface Asking {
  label?: string;
  /** What the page says of it by itself, by the names of the arguments. */
  known?: Readonly<Record<string, string>>;
  /** Which arguments are typed: else all that are needed and not known. */
  asked?: readonly string[];
}

/** A form for one command, made of its arguments. */
function act({ overview, session }: Page, name: CommandName, { label, known = {}, asked }: Asking = {}): Html {
  const { args, title }: Command = COMMANDS[name];
  const typed = args.filter((arg) => asked?.includes(arg.name) ?? (!(arg.name in known) && arg.isOptional !== true));
  return html`<form method="post" action="/do/${name}" aria-label="${label ?? title}">
    ${hideToken(session)}${Object.entries(known).map(([key, value]) => hide(key, value))}
    ${typed.map((arg) => renderField(overview, arg))}
    <label>By<input name="operator" value="${session.operator}" required maxlength="100" size="8" /></label>
    <label>Reason<input name="reason" required maxlength="500" /></label>
    <button class="quiet" name="check" value="1">Check</button><button>${label ?? title}</button>
  </form>`;
}

function renderField({ solvency }: Overview, { name, label, look = {} }: Arg<unknown>): Html {
  const { inputMode = "text", size = 20, maxLength = 500, placeholder = "" } = look;
  const field =
    name === "coin"
      ? html`<select name="coin">
          ${solvency.map(({ coinType }) => html`<option>${coinType}</option>`)}
        </select>`
      : html`<input
          name="${name}"
          required
          inputmode="${inputMode}"
          size="${size}"
          maxlength="${maxLength}"
          placeholder="${placeholder}"
        />`;
  return html`<label>${label}${field}</label>`;
}

function hide(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

function age(from: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - from.getTime()) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2 * 1_440 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} d`;
}

function renderFuel({ fuel }: Solvency): Html | null {
  if (fuel === null) return null;
  const { fuelBase, leastBase, isLocked, words } = fuel;
  const isLow = fuelBase < leastBase;
  return html`<p>
    Fuel for payouts: <span class="${isLow ? "bad" : "good"}">${words}</span>.
    ${isLocked ? html`<span class="bad">The issuer has locked the treasury.</span>` : ""}
  </p>`;
}

function renderSolvency(solvency: Solvency): Html {
  const { coinType, books, compared, missingBase } = solvency;
  const rows = Object.entries({
    "Owed to people": books.people,
    "In envelopes": books.envelopes,
    "In orders": books.orders,
    "In payouts": books.payouts,
    Unmatched: books.unmatched,
    Fees: books.fees,
    Sum: books.owed,
    "Moved to cold addresses": books.cold,
    "The treasury must hold": books.treasury,
  }).map(([name, base]) => [name, formatAmount(base, COINS[coinType].baseDecimals)]);
  const verdict =
    compared === null
      ? html`<p class="muted">Books and chain were not compared yet.</p>`
      : html`<p>
          At position ${compared.position} the chain held ${nameAmount(compared.heldBase, coinType)}, compared at
          ${time(compared.at)}.
          ${
            missingBase === null
              ? html`<span class="good">Nothing is missing.</span>`
              : html`<span class="bad"
                  >${nameAmount(missingBase, coinType)} are missing: sends, openings and payouts stop.</span
                >`
          }
        </p>`;
  return html`<h3>${coinType}</h3>
    ${table(["What", "Amount"], rows, "", true)}${verdict}${renderFuel(solvency)}`;
}

const HELD_REASONS: Readonly<Record<string, string>> = {
  limit: "above a limit: release or refuse it",
  treasury: "the treasury cannot cover it",
  fee: "the network asks for more than was agreed",
  paused: "money is missing, or everything is frozen",
  frozen: "its person, wallet or coin is frozen",
  receiver: "its wallet takes no transfer: tried again",
};

function renderHeld(page: Page): Html {
  const { overview, now } = page;
  const rows = overview.held.map((payout) => [
    linkLife(payout.payout_id),
    payout.tg_user_id,
    nameAmount(payout.gross_base, payout.coin_type),
    payout.to_address,
    payout.is_hour_limit
      ? "everybody's limit of an hour: goes on by itself"
      : (HELD_REASONS[payout.held_reason ?? ""] ?? ""),
    age(payout.created_at, now),
    html`${payout.held_reason === "limit" ? act(page, "release", { known: { payout: payout.payout_id } }) : ""}
    ${act(page, "refuse", { known: { payout: payout.payout_id } })}`,
  ]);
  const heads = ["Payout", "Person", "Gross", "To", "Why", "Age", ""];
  return section("Held payouts", table(heads, rows, "No payout is held."));
}

function renderUnmatched(page: Page): Html {
  const rows = page.overview.unmatched.map((transfer) => {
    const { coin_type: coin, tx_hash: tx, transfer_index: index } = transfer;
    return [
      html`${tx} ${index}`,
      transfer.from_address,
      nameAmount(transfer.amount_base, coin),
      age(transfer.block_time, page.now),
      act(page, transfer.is_cold ? "return-from-cold" : "assign", { known: { coin, tx, index: String(index) } }),
    ];
  });
  const heads = ["Transaction", "From", "Amount", "Age", ""];
  const label = "Assign a part of the surplus";
  return section("Unmatched transfers", [
    table(heads, rows, "No transfer is unmatched."),
    act(page, "assign", { label, asked: ["coin", "surplus", "reference", "user"] }),
  ]);
}

function renderStrays(page: Page): Html {
  const rows = page.overview.strays.map((stray) => {
    const { coin_type: coin, tx_hash: tx, outcome } = stray;
    return [
      tx,
      stray.from_address,
      nameAmount(stray.amount_base, coin),
      stray.reference === null ? "" : quoteText(stray.reference),
      stray.person,
      time(stray.block_time),
      outcome ?? act(page, "settle-stray", { known: { coin, tx } }),
    ];
  });
  const heads = ["Transaction", "From", "Amount", "Comment", "Names", "Since", ""];
  return section("Money at another coin's treasury", table(heads, rows, "No money came to another coin's treasury."));
}

function renderUnread(page: Page): Html {
  const rows = page.overview.unread.map(({ coin_type: coinType, tx_hash: txHash, position, reason, seen_at: at }) => [
    coinType,
    txHash,
    position,
    reason,
    age(at, page.now),
    act(page, "acknowledge", { known: { coin: coinType, tx: txHash } }),
  ]);
  const heads = ["Coin", "Transaction", "Position", "Why", "Age", ""];
  return section("Transactions that cannot be read", table(heads, rows, "No transaction is set aside."));
}

function renderDeadLetters(page: Page): Html {
  const rows = page.overview.deadLetters.map(({ queue, id, reason, attempts, failed_at: at }) => [
    queue,
    id,
    reason,
    attempts,
    age(at, page.now),
    act(page, "redeliver", { known: { queue, letter: id } }),
  ]);
  const heads = ["Queue", "Letter", "Why", "Attempts", "Age", ""];
  return section("Dead letters", table(heads, rows, "Everything was done, or is tried again."));
}

function renderFreezes(page: Page): Html {
  const rows = page.overview.frozen.map(({ scope, frozen_at: at }) => [
    scope,
    time(at),
    act(page, "unfreeze", { known: { scope } }),
  ]);
  return section("Freezes", [table(["Scope", "Since", ""], rows, "Nothing is frozen."), act(page, "freeze")]);
}

const OTHER_ACTIONS = ["confirm-report", "stop-auto", "raise-fee", "book-outgoing", "end-dispute"] as const;

function renderOther(page: Page): Html {
  return section(
    "Other actions",
    OTHER_ACTIONS.map((name) => act(page, name)),
  );
}

function renderHealth({ overview, now }: Page): Html {
  const cursors = overview.cursors.map((cursor) => [
    cursor.coin_type,
    cursor.head_position,
    cursor.settled_position,
    age(cursor.updated_at, now),
  ]);
  const leases = overview.leases.map(({ name, expires_at: until }) => [
    name.slice("job:".length),
    until > now ? html`<span class="good">held</span>` : html`free since ${time(until)}`,
  ]);
  return section("Health", [
    table(["Coin", "Head", "Settled", "Read"], cursors, "No chain was read yet."),
    table(["Job", "Lease"], leases, "No job has run yet."),
  ]);
}

function renderAlarms({ overview }: Page): Html {
  const rows = overview.alarms.map((alarm) => [
    alarm.cleared_at === null ? html`<span class="bad">open</span>` : html`<span class="muted">over</span>`,
    html`${alarm.details}${alarm.cleared_at === null ? html`<br />${readTodo(alarm.kind)}` : null}`,
    time(alarm.raised_at),
    alarm.cleared_at === null ? "" : time(alarm.cleared_at),
  ]);
  return section("Alarms", table(["State", "What", "Since", "Until"], rows, "There was no alarm."));
}

function renderActions({ actions }: Overview): Html {
  const rows = actions.map((action) => [
    time(action.created_at),
    action.kind,
    action.subject ?? action.transaction_id,
    action.amount_base === null || action.coin_type === null ? "" : nameAmount(action.amount_base, action.coin_type),
    action.tg_user_id,
    action.operator,
    action.reason,
  ]);
  const heads = ["When", "What", "Of", "Amount", "Person", "By", "Why"];
  return section("Last actions", table(heads, rows, "Nothing was done yet."));
}

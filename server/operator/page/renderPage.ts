import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { readTodo } from "#server/operator/alarms/alarmKinds.ts";
import { type Html, html } from "./html.ts";
import { type Frame, renderDocument, section, table, time } from "./parts.ts";
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
        ${renderUnmatched(page)}${renderUnread(page)}${renderDeadLetters(page)}${renderLifeSearch("")}${renderFreezes(page)}${renderOther(page)}${renderHealth(page)}${renderActions(overview)}
      </main>`,
  );
}

function hideToken({ formToken }: OperatorSession): Html {
  return html`<input type="hidden" name="formToken" value="${formToken}" />`;
}

/** A form for one action; `fields` are its own inputs. */
function act(session: OperatorSession, name: string, label: string, fields: Html): Html {
  return html`<form method="post" action="/do/${name}" aria-label="${label}">
    ${hideToken(session)}${fields}
    <label>By<input name="operator" value="${session.operator}" required maxlength="100" size="8" /></label>
    <label>Reason<input name="reason" required maxlength="500" /></label>
    <button class="quiet" name="check" value="1">Check</button><button>${label}</button>
  </form>`;
}

function hide(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

function age(from: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - from.getTime()) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2 * 1_440 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} d`;
}

function amount(base: bigint, coinType: CoinType): string {
  return `${formatAmount(base, COINS[coinType].baseDecimals)} ${coinType}`;
}

function renderSolvency(solvency: Solvency): Html {
  const { coinType, compared, missing, cold } = solvency;
  const rows: readonly (readonly [string, string])[] = [
    ["Owed to people", solvency.people],
    ["In envelopes", solvency.envelopes],
    ["In orders", solvency.orders],
    ["In payouts", solvency.payouts],
    ["Unmatched", solvency.unmatched],
    ["Fees", solvency.fees],
    ["Sum", solvency.owed],
    ["Moved to cold addresses", cold],
    ["The treasury must hold", solvency.booked],
  ];
  const verdict =
    compared === null
      ? html`<p class="muted">Books and chain were not compared yet.</p>`
      : html`<p>
          At position ${compared.position} the chain held ${compared.held} ${coinType}, compared at
          ${time(compared.at)}.
          ${
            missing === null
              ? html`<span class="good">Nothing is missing.</span>`
              : html`<span class="bad">${missing} ${coinType} are missing: sends, openings and payouts stop.</span>`
          }
        </p>`;
  return html`<h3>${coinType}</h3>
    ${table(
      ["What", "Amount"],
      rows.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${value}</td>
          </tr>`,
      ),
      "",
    )}${verdict}`;
}

const HELD_REASONS: Readonly<Record<string, string>> = {
  limit: "above a limit: release or refuse it",
  treasury: "the treasury cannot cover it",
  fee: "the network asks for more than was agreed",
  paused: "money is missing, or everything is frozen",
  frozen: "its person, wallet or coin is frozen",
  receiver: "its wallet takes no transfer: tried again",
};

function renderHeld({ overview, session, now }: Page): Html {
  const rows = overview.held.map(
    (payout) =>
      html`<tr>
        <td>${linkLife(payout.payout_id)}</td>
        <td>${payout.tg_user_id}</td>
        <td>${amount(payout.gross_base, payout.coin_type)}</td>
        <td>${payout.to_address}</td>
        <td>
          ${payout.is_hour_limit ? "everybody's limit of an hour: goes on by itself" : (HELD_REASONS[payout.held_reason ?? ""] ?? "")}
        </td>
        <td>${age(payout.created_at, now)}</td>
        <td>
          ${payout.held_reason === "limit" ? act(session, "release", "Release", hide("payout", payout.payout_id)) : ""}
          ${act(session, "refuse", "Refuse", hide("payout", payout.payout_id))}
        </td>
      </tr>`,
  );
  const heads = ["Payout", "Person", "Gross", "To", "Why", "Age", ""];
  return section("Held payouts", table(heads, rows, "No payout is held."));
}

function renderUnmatched({ overview, session, now }: Page): Html {
  const rows = overview.unmatched.map(
    (transfer) =>
      html`<tr>
        <td>${transfer.tx_hash} ${transfer.transfer_index}</td>
        <td>${transfer.from_address}</td>
        <td>${amount(transfer.amount_base, transfer.coin_type)}</td>
        <td>${age(transfer.block_time, now)}</td>
        <td>${transfer.is_cold ? actOnReturn(session, transfer) : actOnUnmatched(session, transfer)}</td>
      </tr>`,
  );
  const heads = ["Transaction", "From", "Amount", "Age", ""];
  const surplus = html`<label
      >Coin<select name="coin">
        ${listCoins(overview)}
      </select></label
    >
    <label>Amount<input name="surplus" required inputmode="decimal" size="10" /></label>
    <label>Case<input name="reference" required maxlength="64" size="10" /></label>
    <label>To person<input name="user" required inputmode="numeric" size="10" /></label>`;
  return section("Unmatched transfers", [
    table(heads, rows, "No transfer is unmatched."),
    act(session, "assign", "Assign a part of the surplus", surplus),
  ]);
}

type UnmatchedTransfer = Overview["unmatched"][number];

function hideTransfer({ coin_type: coinType, tx_hash: txHash, transfer_index: index }: UnmatchedTransfer): Html {
  return html`${hide("coin", coinType)}${hide("tx", txHash)}${hide("index", String(index))}`;
}

function actOnUnmatched(session: OperatorSession, transfer: UnmatchedTransfer): Html {
  const person = html`<label>To person<input name="user" required inputmode="numeric" size="10" /></label>`;
  return act(session, "assign", "Assign", html`${hideTransfer(transfer)}${person}`);
}

function actOnReturn(session: OperatorSession, transfer: UnmatchedTransfer): Html {
  return act(session, "return-from-cold", "Book as back from cold", hideTransfer(transfer));
}

function renderUnread({ overview, session, now }: Page): Html {
  const rows = overview.unread.map(
    ({ coin_type: coinType, tx_hash: txHash, position, reason, seen_at: at }) =>
      html`<tr>
        <td>${coinType}</td>
        <td>${txHash}</td>
        <td>${position}</td>
        <td>${reason}</td>
        <td>${age(at, now)}</td>
        <td>
          ${act(session, "acknowledge", "Mark as looked at", html`${hide("coin", coinType)}${hide("tx", txHash)}`)}
        </td>
      </tr>`,
  );
  const heads = ["Coin", "Transaction", "Position", "Why", "Age", ""];
  return section("Transactions that cannot be read", table(heads, rows, "No transaction is set aside."));
}

function renderDeadLetters({ overview, session, now }: Page): Html {
  const rows = overview.deadLetters.map(
    ({ queue, id, reason, attempts, failed_at: at }) =>
      html`<tr>
        <td>${queue}</td>
        <td>${id}</td>
        <td>${reason}</td>
        <td>${attempts}</td>
        <td>${age(at, now)}</td>
        <td>${act(session, "redeliver", "Deliver again", html`${hide("queue", queue)}${hide("letter", id)}`)}</td>
      </tr>`,
  );
  const heads = ["Queue", "Letter", "Why", "Attempts", "Age", ""];
  return section("Dead letters", table(heads, rows, "Everything was done, or is tried again."));
}

function renderFreezes({ overview, session }: Page): Html {
  const rows = overview.frozen.map(
    ({ scope, frozen_at: at }) =>
      html`<tr>
        <td>${scope}</td>
        <td>${time(at)}</td>
        <td>${act(session, "unfreeze", "Unfreeze", hide("scope", scope))}</td>
      </tr>`,
  );
  const scope = html`<label
    >Scope<input name="scope" required placeholder="all, coin:…, person:…, wallet:…:…, envelope:…" size="32"
  /></label>`;
  return section("Freezes", [
    table(["Scope", "Since", ""], rows, "Nothing is frozen."),
    act(session, "freeze", "Freeze", scope),
  ]);
}

function listCoins({ solvency }: Overview): Html[] {
  return solvency.map(({ coinType }) => html`<option>${coinType}</option>`);
}

function renderOther({ overview, session }: Page): Html {
  return section("Other actions", [
    act(
      session,
      "confirm-report",
      "Confirm the reports of an account",
      html`<label>Account<input name="account" required placeholder="@name or number" /></label>`,
    ),
    act(
      session,
      "stop-auto",
      "Stop automatic payouts",
      html`<label>Of person<input name="user" required size="10" /></label>`,
    ),
    act(
      session,
      "raise-fee",
      "Let a payout cost more",
      html`<label>Payout<input name="payout" required /></label>
        <label>At most<input name="amount" required inputmode="decimal" size="10" /></label>`,
    ),
    act(
      session,
      "book-outgoing",
      "Book what was sent by hand",
      html`<label
          >Coin<select name="coin">
            ${listCoins(overview)}
          </select></label
        >
        <label>Transaction<input name="tx" required /></label>
        <label>Against<input name="against" required placeholder="unmatched, fees, cold, user:…" /></label>`,
    ),
  ]);
}

function renderHealth({ overview, now }: Page): Html {
  const cursors = overview.cursors.map(
    (cursor) =>
      html`<tr>
        <td>${cursor.coin_type}</td>
        <td>${cursor.head_position}</td>
        <td>${cursor.settled_position}</td>
        <td>${age(cursor.updated_at, now)}</td>
      </tr>`,
  );
  const leases = overview.leases.map(
    ({ name, expires_at: until }) =>
      html`<tr>
        <td>${name.slice("job:".length)}</td>
        <td>${until > now ? html`<span class="good">held</span>` : html`free since ${time(until)}`}</td>
      </tr>`,
  );
  return section("Health", [
    table(["Coin", "Head", "Settled", "Read"], cursors, "No chain was read yet."),
    table(["Job", "Lease"], leases, "No job has run yet."),
  ]);
}

function renderAlarms({ overview }: Page): Html {
  const rows = overview.alarms.map(
    (alarm) =>
      html`<tr>
        <td>
          ${alarm.cleared_at === null ? html`<span class="bad">open</span>` : html`<span class="muted">over</span>`}
        </td>
        <td>${alarm.details}${alarm.cleared_at === null ? html`<br />${readTodo(alarm.kind)}` : null}</td>
        <td>${time(alarm.raised_at)}</td>
        <td>${alarm.cleared_at === null ? "" : time(alarm.cleared_at)}</td>
      </tr>`,
  );
  return section("Alarms", table(["State", "What", "Since", "Until"], rows, "There was no alarm."));
}

function renderActions({ actions }: Overview): Html {
  const rows = actions.map(
    (action) =>
      html`<tr>
        <td>${time(action.created_at)}</td>
        <td>${action.kind}</td>
        <td>${action.subject ?? action.transaction_id}</td>
        <td>
          ${action.amount_base === null || action.coin_type === null ? "" : amount(action.amount_base, action.coin_type)}
        </td>
        <td>${action.tg_user_id}</td>
        <td>${action.operator}</td>
        <td>${action.reason}</td>
      </tr>`,
  );
  const heads = ["When", "What", "Of", "Amount", "Person", "By", "Why"];
  return section("Last actions", table(heads, rows, "Nothing was done yet."));
}

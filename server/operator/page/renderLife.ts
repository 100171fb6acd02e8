import { type Frame, type Html, html, renderDocument, section, table, time } from "./html.ts";
import type { StatusHistory } from "#server/records/life.ts";

/** The way to the life of something. */
export function linkLife(id: string): Html {
  return html`<a href="/life?id=${encodeURIComponent(id)}">${id}</a>`;
}

export function renderLifeSearch(id: string): Html {
  return section(
    "What became of it",
    html`<form action="/life" aria-label="Show">
      <label>Id of an envelope, an order or a payout<input name="id" value="${id}" required maxlength="100" /></label>
      <button>Show</button>
    </form>`,
  );
}

/** The page of one life; `history` is null where nothing has the id. */
export function renderLife(frame: Frame, id: string, history: StatusHistory | null): string {
  return renderDocument(
    frame,
    html`<header>
        <h1>Hongbao operators</h1>
        <a href="/">All of it</a>
      </header>
      <main>
        ${renderLifeSearch(id)}${history === null ? html`<p role="alert">Nothing has this id.</p>` : renderHistory(history)}
      </main>`,
  );
}

function renderHistory({ chart, id, tgUserId, status, createdAt, entries }: StatusHistory): Html {
  const rows = entries.map(({ source, event, target, at, cause }) => [
    at === null ? "not recorded" : time(at),
    source,
    event,
    target,
    cause,
  ]);
  const heads = ["Time", "From", "Event", "To", "By"];
  return html`${section(
    `${chart} ${id}`,
    html`<p>Of person ${tgUserId}, made at ${time(createdAt)}; now <strong>${status}</strong>.</p>
      ${table(heads, rows, "No change is recorded: there was none, or it ended long ago.")}`,
  )}`;
}

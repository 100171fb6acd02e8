import { Html, html } from "./html.ts";

export interface Frame {
  style: string;
  nonce: string;
}

export function renderDocument({ style, nonce }: Frame, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Hongbao operators</title>
        <style nonce="${nonce}">
          ${new Html(style)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;
}

export function section(title: string, content: Html | readonly Html[]): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`;
}

export function table(heads: readonly string[], rows: readonly Html[], empty: string): Html {
  if (rows.length === 0) return html`<p class="muted">${empty}</p>`;
  return html`<table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

export function time(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace("T", " ")}</time>`;
}

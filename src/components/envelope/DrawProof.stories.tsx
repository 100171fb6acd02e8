import { useState } from "react";

import type { CheckedDraw } from "#domain/draw/answerQuestion.ts";
import { breach, doubt } from "#domain/draw/drawReport.ts";
import type { Stories } from "#gallery/picture.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import { standInResource } from "#gallery/static/standInResource.ts";
import { AppContext } from "#src/hooks/useApp.ts";

import { DrawProof } from "./DrawProof.tsx";

const RIGHT: CheckedDraw = { findings: [], isOwn: true, isWhole: true, papers: '{"a":1}' };

interface ShownProps {
  checked: Partial<CheckedDraw>;
  hasPapers?: boolean;
}

/** A draw of which this was found: on the stage of the claim, or with its papers on a page. */
function Shown({ checked, hasPapers = false }: ShownProps) {
  const params = { envelopeId: "e1", count: 3, isWhole: false };
  const [app] = useState(() =>
    createStaticApp({ flows: { drawProof: standInResource({ ...RIGHT, ...checked }, params) } }),
  );
  return (
    <AppContext value={app}>
      <main
        {...(hasPapers ? {} : { "data-ground": "stage" })}
        style={hasPapers ? undefined : { background: "var(--stage-bottom)", color: "var(--on-stage-muted)" }}
      >
        <DrawProof envelopeId="e1" count={3} hasPapers={hasPapers} />
      </main>
    </AppContext>
  );
}

export const stories: Stories = {
  isGuardedElsewhere: true,
  // Its section is a landmark, and those of one page have names of their own.
  isPage: true,
  pictures: [
    { name: "right, beside the amount", node: <Shown checked={{}} /> },
    { name: "the own entry alone is checked", node: <Shown checked={{ isWhole: false }} hasPapers /> },
    { name: "waiting", node: <Shown checked={{ findings: [doubt("waiting")] }} /> },
    { name: "published late", node: <Shown checked={{ findings: [doubt("lateRoot", "4")] }} hasPapers /> },
    { name: "never drawn", node: <Shown checked={{ findings: [doubt("undrawn")] }} /> },
    { name: "two lies", node: <Shown checked={{ findings: [breach("wrongAmount"), breach("twoRoots")] }} /> },
    { name: "too long for a link", node: <Shown checked={{ papers: `"${"x".repeat(60_000)}"` }} hasPapers /> },
  ],
};

import { startTransition, useEffect, useState } from "react";
import { expect, test } from "vitest";

import { listPictures } from "./listPictures.ts";

/** As a list does: its flow starts after the paint, and what it shows comes later still. */
function Late({ text }: { text: string }) {
  const [shown, setShown] = useState("");
  useEffect(() => {
    startTransition(() => {
      setShown(text);
    });
  }, [text]);
  return <p>{shown}</p>;
}

test("looks that differ only in what comes after the first paint are pictures of their own", async () => {
  const candidates = ["rows", "nothing", "rows"].map((text, index) => ({
    state: `${text} ${index}`,
    facts: new Map<string, string>(),
    node: <Late text={text} />,
  }));
  const pictures = await listPictures(candidates);
  expect(pictures).toHaveLength(2);
});

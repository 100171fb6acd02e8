import { Checklist } from "./Checklist.tsx";

import type { Stories } from "#gallery/picture.ts";

const LABELS = { label: "Conditions", metLabel: "(done)", unmetLabel: "(missing)" };

export const stories: Stories = {
  pictures: [
    {
      name: "some met",
      node: (
        <Checklist
          {...LABELS}
          items={[
            { name: "length", text: "8 characters", isMet: false },
            { name: "upper", text: "Capital letter", isMet: true },
            { name: "lower", text: "Small letter", isMet: true },
            { name: "digit", text: "Digit", isMet: false },
          ]}
        />
      ),
    },
    {
      name: "tall letters",
      node: <Checklist {...LABELS} items={[{ name: "one", text: "ស្រ្ដី ឲ្យខ្ញុំ Ẫ Ễ Ữ ỵ", isMet: true }]} />,
    },
  ],
};

import { Timeline } from "./Timeline.tsx";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  pictures: [
    {
      name: "on the way",
      node: (
        <Timeline
          label="Where your money is"
          items={[
            { text: "Awaiting payment", time: "20 Nov 2026, 12:00", mark: "passed" },
            { text: "Open", time: "20 Nov 2026, 12:01", mark: "present" },
            { text: "Expired", time: "By 21 Nov 2026, 12:01 at the latest", mark: "next" },
          ]}
        />
      ),
    },
    {
      name: "ended, tall letters",
      node: (
        <Timeline
          label="Where your money is"
          items={[
            { text: "រង់ចាំការបង់ប្រាក់", time: "ស្រ្ដី ឲ្យខ្ញុំ", mark: "passed" },
            { text: "Ẫ Ễ Ữ ỵ", time: "Time not recorded", mark: "present" },
          ]}
        />
      ),
    },
  ],
};

import { Button } from "#src/components/ui/Button.tsx";
import { MainBar } from "./MainBar.tsx";
import { Screen } from "./Screen.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { nothing } from "#gallery/nothing.ts";

import type { Stories } from "#gallery/picture.ts";

export const stories: Stories = {
  isPage: true,
  pictures: [
    {
      name: "root with bar",
      node: (
        <Screen title="Records" footer={<MainBar />} isFooterBare>
          What is here
        </Screen>
      ),
    },
    {
      name: "inner with button",
      node: (
        <Screen title="Send an envelope" onBack={nothing} footer={<Button>Send</Button>}>
          <Section isPadded>What is here</Section>
        </Screen>
      ),
    },
    {
      name: "at length",
      node: (
        <Screen
          title="Vincular otra billetera para recibir dinero"
          onBack={nothing}

          footer={<Button>Send</Button>}
        >
          {Array.from({ length: 12 }, (_, index) => (
            <Section key={index} isPadded>
              What is here
            </Section>
          ))}
        </Screen>
      ),
    },
    {
      name: "on the stage",
      node: (
        <Screen
          ground="stage"
          title="Claim an envelope"
          onBack={nothing}

          footer={<Button variant="gold">Open</Button>}
        >
          What is here
        </Screen>
      ),
    },
  ],
};

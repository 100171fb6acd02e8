import type { ViewAction } from "#machines/kit/viewAction.ts";
import { MainAction } from "./MainAction.tsx";
import { nothing } from "#gallery/nothing.ts";

import type { Stories } from "#gallery/picture.ts";

function act(enabled: boolean): readonly ViewAction<{ type: "ui.submit" }>[] {
  return [{ event: { type: "ui.submit" }, labelKey: "envelope:send.submit", enabled }];
}

export const stories: Stories = {
  isGuardedElsewhere: true,
  pictures: [
    { name: "enabled", node: <MainAction actions={act(true)} type="ui.submit" send={nothing} /> },
    { name: "gold", node: <MainAction actions={act(true)} type="ui.submit" send={nothing} variant="gold" /> },
    { name: "disabled", node: <MainAction actions={act(false)} type="ui.submit" send={nothing} /> },
    { name: "busy", node: <MainAction actions={act(false)} type="ui.submit" send={nothing} isBusy /> },
  ],
};

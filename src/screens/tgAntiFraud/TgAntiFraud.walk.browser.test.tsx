import { model } from "#machines/antiFraud/antiFraud.model.ts";
import { walkScreen } from "#tests/screens/walkScreen.tsx";

import { TgAntiFraud } from "./TgAntiFraud.tsx";

await walkScreen({ flow: "antiFraud", model, at: "/tgAntiFraud", screen: <TgAntiFraud />, others: [] });

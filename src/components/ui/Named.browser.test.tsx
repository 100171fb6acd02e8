import { expect, it } from "vitest";
import { render } from "vitest-browser-react";

import { Named } from "./Named.tsx";
import { NamedList, NameList } from "./NamedList.tsx";

it("sets a name apart from the direction of its sentence", async () => {
  const { container } = await render(<Named name="אנה" write={(name) => `From ${name}: 5`} />);
  expect(container.textContent).toBe("From אנה: 5");
  expect(container.querySelector("bdi")?.textContent).toBe("אנה");
});

it("sets each name of a list apart", async () => {
  const { container } = await render(<NameList names={["אנה", "Anna"]} />);
  expect(container.textContent).toBe("אנה, Anna");
  expect(Array.from(container.querySelectorAll("bdi"), ({ textContent }) => textContent)).toEqual(["אנה", "Anna"]);
});

it("sets each name of a sentence apart, with the words between them of its language", async () => {
  const { container } = await render(
    <NamedList names={["אנה", "Anna", "Bo"]} language="en" write={(names) => `Members of ${names} open it`} />,
  );
  expect(container.textContent).toBe("Members of אנה, Anna, and Bo open it");
  expect(Array.from(container.querySelectorAll("bdi"), ({ textContent }) => textContent)).toEqual([
    "אנה",
    "Anna",
    "Bo",
  ]);
});

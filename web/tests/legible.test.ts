import { expect, it } from "vitest";
import { legible, measured } from "../src/net/legible";

it("writes inches with their own mark", () => {
  expect(measured('it is 8.2" away, the Bow (24", A1) reaches 24".')).toBe("it is 8.2″ away, the Bow (24″, A1) reaches 24″.");
});

it("leaves quotations alone", () => {
  expect(measured('unit "Squad 2": rule "Fear 1" is unknown within 6"')).toBe('unit "Squad 2": rule "Fear 1" is unknown within 6″');
});

it("reaches every text of a message, but no key", () => {
  const message = { number: 2, options: [{ key: '24">5', label: 'up to 6"', pose: [1, 2, 90] }], marks: ['6"'], none: null };
  expect(legible(message)).toEqual({ number: 2, options: [{ key: '24">5', label: "up to 6″", pose: [1, 2, 90] }], marks: ["6″"], none: null });
});

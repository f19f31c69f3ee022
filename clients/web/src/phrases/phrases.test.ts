import { expect, it } from "vitest";
import { ja } from "../i18n/ja";
import { phrasesOf } from "./phrases";

it("a text is divided into phrases, of which none is empty", () => {
  expect(phrasesOf("今日は天気です。")).toEqual(["今日は", "天気です。"]);
  expect(phrasesOf(ja.tagline).join("")).toBe(ja.tagline);
  expect(phrasesOf(ja.tagline)).toContain("ブラウザで");
  expect(phrasesOf("")).toEqual([""]);
});

it("no phrase begins with a closing mark or ends with an opening one", () => {
  const texts = [ja.room.inviteText, ja.room.fairHint, ja.learn.wrong, ja.room.waitHost, ja.room.tooFew(2)];
  const phrases = texts.flatMap(phrasesOf);
  expect(phrases.length).toBeGreaterThan(texts.length * 3);
  expect(phrases.filter((phrase) => /^[、。！？）」]|[（「]$/.test(phrase))).toEqual([]);
});

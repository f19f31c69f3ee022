// Renders public/preview/GAME.png, the picture that links to tables, replays and boards show in chats: a fan of cards and the
// game's name; and public/preview/tefuda.png, that of the start page.
// The server knows the names: run it with the address of a running server, `node scripts/previews.mjs http://127.0.0.1:8080`.
import { mkdir, writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";

const games = await (await fetch(new URL("/api/games", process.argv[2] ?? "http://127.0.0.1:8080"))).json();
const hands = {
  tefuda: ["AS", "KH", "QD", "JC", "TS"],
  fortyone: ["AS", "KH", "QH", "TD", "7C"],
  selfish: ["5S", "6D", "JC", "2H"],
  sugekari21: ["AS", "AH", "9D", "9C", "3S"],
  ttpageone: ["5H", "7H", "9H", "KH", "AH"],
  twentytwo: ["2S", "2H", "2D", "2C", "XX"],
};
const start = { id: "tefuda", name: { en: "Tefuda 手札", ja: "知る人ぞ知る<br>カードゲーム" } };
const signs = { S: "♠", H: "♥", D: "♦", C: "♣" };

function card(code, place, count) {
  const turn = (place - (count - 1) / 2) * 9;
  const [rank, suit] = code;
  const red = "HD".includes(suit) || code === "XX";
  const text = code === "XX" ? "<b>★</b>" : `<b>${rank === "T" ? "10" : rank}</b><i>${signs[suit]}</i>`;
  return `<div class="card${red ? " red" : ""}" style="transform:rotate(${turn}deg)">${text}</div>`;
}

const style = `body{margin:0;width:1200px;height:630px;overflow:hidden;position:relative;background:#1f4d3a;color:#f7f1e3;font-family:"DejaVu Sans","Noto Sans CJK JP",sans-serif}
  .fan{position:absolute;left:230px;top:150px}.card{position:absolute;width:200px;height:290px;border-radius:18px;background:#fffdf7;color:#1b1b1b;border:2px solid #cfc6b2;transform-origin:50% 130%}
  .card b{position:absolute;left:16px;top:10px;font-size:52px}.card i{position:absolute;left:16px;top:74px;font-size:46px;font-style:normal}.red{color:#b3261e}
  h1{position:absolute;left:620px;top:190px;width:540px;margin:0;font-size:66px;line-height:1.15}p{position:absolute;left:622px;top:400px;margin:0;font-size:44px;opacity:.85}
  small{position:absolute;left:622px;top:530px;font-size:34px;opacity:.7}`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await mkdir(new URL("../public/preview/", import.meta.url), { recursive: true });
for (const { id, name } of [start, ...games]) {
  const cards = hands[id] ?? ["AS", "KH", "QD", "JC"];
  const fan = cards.map((code, place) => card(code, place, cards.length)).join("");
  const other = name.ja === name.en ? "" : `<p>${name.ja}</p>`;
  await page.setContent(
    `<style>${style}</style><div class="fan">${fan}</div><h1>${name.en}</h1>${other}${id === start.id ? "" : "<small>Tefuda 手札</small>"}`,
  );
  await writeFile(new URL(`../public/preview/${id}.png`, import.meta.url), await page.screenshot());
}
await browser.close();

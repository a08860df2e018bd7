;; A game of our own for an emulator: the screen is blue, and another colour for each
;; button of the first pad. Built by ca65 and ld65 (cc65), see colours.cfg.

PPUCTRL   = $2000
PPUMASK   = $2001
PPUSTATUS = $2002
PPUSCROLL = $2005
PPUADDR   = $2006
PPUDATA   = $2007
PAD       = $4016

.segment "HEADER"
        .byte "NES", $1A
        .byte 1, 1, 0, 0            ; 16 KB of program, 8 KB of pictures, no mapper

.segment "CODE"
reset:  sei
        cld
        ldx #$FF
        txs
        inx
        stx PPUCTRL
        stx PPUMASK
wait1:  bit PPUSTATUS
        bpl wait1
wait2:  bit PPUSTATUS
        bpl wait2
        lda #%10000000              ; an interrupt for each picture
        sta PPUCTRL
        lda #%00001010              ; show the background, which is empty
        sta PPUMASK
rest:   jmp rest

;; Once a picture: read the pad, paint everything in the colour of what is held.
nmi:    lda #1
        sta PAD
        lda #0
        sta PAD
        ldx #0
        ldy #$11                    ; blue while nothing is held
next:   lda PAD
        and #1
        beq up
        ldy colours, x
up:     inx
        cpx #8
        bne next
        lda #$3F
        sta PPUADDR
        lda #$00
        sta PPUADDR
        sty PPUDATA
        lda #0
        sta PPUADDR
        sta PPUADDR
        sta PPUSCROLL
        sta PPUSCROLL
        rti

;; A red, B orange, Select grey, Start white, up cyan, down pink, left yellow, right green
colours: .byte $16, $27, $10, $30, $2C, $25, $28, $1A

.segment "VECTORS"
        .word nmi, reset, reset

.segment "PICTURES"
        .res 8192

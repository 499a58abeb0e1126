; Three Reals in registers: x86-64 returns the third on the x87 stack. At -O0 with AVX-512
; clang moves it by fstpl and movsd, and where xmm0 to xmm15 are in use, to xmm16 to xmm31.
; movsd cannot name these: clang 14 to 16 name xmm0 to xmm15 instead, and clang 19 writes
; a prefix of APX, which other processors do not know. The exit status is 0 if all is right.
@zero = internal global double 0.0

define internal { double, double, double } @three() noinline {
  ret { double, double, double } { double 1.0, double 2.0, double 4.0 }
}

define i32 @main() {
  %r = call { double, double, double } @three()
  %x = extractvalue { double, double, double } %r, 2
  %v1 = load volatile double, double* @zero
  %v2 = load volatile double, double* @zero
  %v3 = load volatile double, double* @zero
  %v4 = load volatile double, double* @zero
  %v5 = load volatile double, double* @zero
  %v6 = load volatile double, double* @zero
  %v7 = load volatile double, double* @zero
  %v8 = load volatile double, double* @zero
  %v9 = load volatile double, double* @zero
  %v10 = load volatile double, double* @zero
  %v11 = load volatile double, double* @zero
  %v12 = load volatile double, double* @zero
  %v13 = load volatile double, double* @zero
  %v14 = load volatile double, double* @zero
  %v15 = load volatile double, double* @zero
  %v16 = load volatile double, double* @zero
  %v17 = load volatile double, double* @zero
  %wrong = fcmp une double 4.0, %x
  %status = zext i1 %wrong to i32
  %s2 = fadd double %v1, %v2
  %s3 = fadd double %s2, %v3
  %s4 = fadd double %s3, %v4
  %s5 = fadd double %s4, %v5
  %s6 = fadd double %s5, %v6
  %s7 = fadd double %s6, %v7
  %s8 = fadd double %s7, %v8
  %s9 = fadd double %s8, %v9
  %s10 = fadd double %s9, %v10
  %s11 = fadd double %s10, %v11
  %s12 = fadd double %s11, %v12
  %s13 = fadd double %s12, %v13
  %s14 = fadd double %s13, %v14
  %s15 = fadd double %s14, %v15
  %s16 = fadd double %s15, %v16
  %s17 = fadd double %s16, %v17
  store double %s17, double* @zero
  ret i32 %status
}
